import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import { callErrors, requestErrors, deskArguments as words } from '#copy/errors.ts'
import { OutcomeUnknown, StorageUnavailable } from '../lib/errors.ts'

const unread: Readonly<Record<number, string>> = requestErrors.unread

export class ApiError extends Error {
  override name = 'ApiError'
  readonly statusCode: number
  /** In PostgREST's shape. The message is fit for a client. */
  readonly body: { code: string; message: string; details: string | null; hint: string | null }
  readonly retryAfterSeconds: number | undefined

  constructor(
    statusCode: number,
    code: string,
    message: string,
    more: { details?: string | null; hint?: string; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null }
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

export const getBearerToken = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

export const invalidRequest = (message: string) => new ApiError(400, '22023', message)

/** @throws {ApiError} 400 with a message for each error, also for arguments that the `call` doesn't accept */
export function parse<T>(schema: z.ZodType<T>, sent: unknown, call = ''): T {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  if (call && (typeof sent !== 'object' || Array.isArray(sent))) throw invalidRequest(words.oneObject(call))
  const messages = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? words.notTaken(call, issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', '))
      : issue.message,
  )
  throw invalidRequest(messages.join(' '))
}

const otherMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Answers an address's other methods with 405. OPTIONS lists no origins, because no other site calls it. */
export function onlyMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const reject = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    throw new ApiError(405, 'PGRST117', callErrors.otherMethod)
  }
  app.route({
    method: otherMethods.filter((method) => !allowed.includes(method)),
    url,
    onRequest: reject,
    handler: reject,
  })
  app.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send())
}

function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error
  const shortly = { retryAfterSeconds: 5 }
  if (error instanceof OutcomeUnknown)
    return new ApiError(503, '08007', requestErrors.outcomeUnknown, shortly)
  if (error instanceof StorageUnavailable)
    return new ApiError(503, '53000', requestErrors.unavailable, shortly)
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) {
    return new ApiError(status, 'PGRST102', unread[status] ?? requestErrors.notUnderstood)
  }
  return new ApiError(500, 'XX000', requestErrors.ours)
}

export function reportError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const answer = toApiError(error)
  if (answer.statusCode >= 500) {
    // An error's message, the stack's first line, may quote a client's input.
    const stack = error.stack?.split('\n').slice(1, 6)
    // This server's own message, which tells the operator what to fix.
    const reason = error instanceof StorageUnavailable ? error.message : undefined
    const facts = { reqId: request.id, error: error.name, reason, status: answer.statusCode, stack }
    request.log.error(facts, 'request failed')
  }
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds)
  reply.code(answer.statusCode).header('cache-control', 'no-store')
  return answer
}

/** Sends apps an object. People get only the message, because not even a page could be rendered. */
export function errorHandler(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const { body, message } = reportError(error, request, reply)
  if (!request.headers.accept?.includes('text/html')) return reply.send(body)
  return reply.type('text/plain; charset=utf-8').send(message)
}
