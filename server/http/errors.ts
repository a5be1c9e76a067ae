import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify'
import type { z } from 'zod'
import { callErrors, requestErrors, deskArguments as words } from '../../copy/errors.ts'
import { OutcomeUnknown, StorageUnavailable } from '../lib/errors.ts'

/** An answer that is not the wished one, thrown by a handler and sent by the error handler. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly statusCode: number
  /** As the public conventions of PostgREST shape an error; the message is one sentence fit for a client. */
  readonly body: { code: string; message: string; details: string | null; hint: string | null }
  /** When it makes sense to try again; undefined: nobody knows. */
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

/** The bearer token of an Authorization header (RFC 6750). */
export const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? '')?.[1]

export const invalid = (message: string) => new ApiError(400, '22023', message)

/**
 * Parses what was sent.
 *
 * @param call - name of the call, for messages about arguments that it doesn't accept
 * @throws {ApiError} 400 with a sentence for each error
 */
export function parse<T>(schema: z.ZodType<T>, sent: unknown, call = ''): T {
  const result = schema.safeParse(sent)
  if (result.success) return result.data
  if (call && (typeof sent !== 'object' || Array.isArray(sent))) throw invalid(words.oneObject(call))
  const sentences = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? words.notTaken(call, issue.keys.map((key) => JSON.stringify(key.slice(0, 40))).join(', '))
      : issue.message,
  )
  throw invalid(sentences.join(' '))
}

const otherMethods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Answers every other method of an address: 405, and OPTIONS with what is allowed. The address has no
 * cross-origin callers, so OPTIONS says nothing of origins.
 */
export function onlyMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const allow = [...allowed, 'OPTIONS'].join(', ')
  const reject = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.header('allow', allow)
    throw new ApiError(405, 'PGRST117', callErrors.otherMethod)
  }
  app.route({
    method: otherMethods.filter((method) => !allowed.includes(method)),
    url,
    // Before anything of the body is read.
    onRequest: reject,
    handler: reject,
  })
  app.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send())
}

const shortlySeconds = 5

/** The error that a client may see, whatever was thrown; what is inside the server stays there. */
function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof OutcomeUnknown) {
    return new ApiError(503, '08007', requestErrors.outcomeUnknown, { retryAfterSeconds: shortlySeconds })
  }
  if (error instanceof StorageUnavailable) {
    return new ApiError(503, '53000', requestErrors.unavailable, { retryAfterSeconds: shortlySeconds })
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) {
    return new ApiError(status, 'PGRST102', requestErrors.unread.get(status) ?? requestErrors.notUnderstood)
  }
  return new ApiError(500, 'XX000', requestErrors.ours)
}

/** Logs what the owner has to know of an error and sets the headers that belong to its answer. */
export function reportError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): ApiError {
  const answer = toApiError(error)
  if (answer.statusCode >= 500) {
    // The text of an unexpected error may quote what a client has typed; its stack's first line is that text.
    const stack = error.stack?.split('\n').slice(1, 6)
    // Why the database cannot is one of our own sentences, and what whoever runs the server can do something about.
    const reason = error instanceof StorageUnavailable ? error.message : undefined
    const facts = { reqId: request.id, error: error.name, reason, status: answer.statusCode, stack }
    request.log.error(facts, 'request failed')
  }
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds)
  reply.code(answer.statusCode).header('cache-control', 'no-store')
  return answer
}

/** Programs read an object; people, for whom not even a page could be made, the sentence alone. */
export function errorHandler(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const { body, message } = reportError(error, request, reply)
  if (!request.headers.accept?.includes('text/html')) return reply.send(body)
  return reply.type('text/plain; charset=utf-8').send(message)
}
