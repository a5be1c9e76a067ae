import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '../../copy/errors.ts'
import { OutcomeUnknown, StorageUnavailable } from '../appointments/ports.ts'
import { ApiError } from './api-error.ts'

const shortlySeconds = 5

/** The error that a client may see, whatever was thrown; what is inside the server stays there. */
function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof OutcomeUnknown) {
    return new ApiError(503, '08007', refusals.outcomeUnknown, { retryAfterSeconds: shortlySeconds })
  }
  if (error instanceof StorageUnavailable) {
    return new ApiError(503, '53000', refusals.unavailable, { retryAfterSeconds: shortlySeconds })
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) {
    return new ApiError(status, 'PGRST102', refusals.unread.get(status) ?? refusals.notUnderstood)
  }
  return new ApiError(500, 'XX000', refusals.ours)
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
    const facts = { reqId: request.id, fault: error.name, reason, status: answer.statusCode, stack }
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
