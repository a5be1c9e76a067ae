import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { OutcomeUnknown, StorageUnavailable } from '../appointments/ports.ts'
import { ApiError } from './api-error.ts'

const shortlySeconds = 5

/** Sentences for what Fastify refuses before a handler sees it. */
const refusals: Record<number, string> = {
  400: 'The request could not be read: it is not valid JSON.',
  408: 'The request took too long to arrive. Please try again.',
  413: 'The request is larger than 16 KiB.',
  414: 'The address of the request is too long.',
  415: 'The request must be JSON (content-type: application/json).',
}

/** The error that a client may see, whatever was thrown; what is inside the server stays there. */
function toApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof OutcomeUnknown) {
    const sentence =
      'We cannot tell at this moment whether it is saved. Before you choose another time, please send the same again: nothing is booked twice.'
    return new ApiError(503, '08007', sentence, { retryAfterSeconds: shortlySeconds })
  }
  if (error instanceof StorageUnavailable) {
    return new ApiError(503, '53000', 'Bookings cannot be taken at this moment. Please try again shortly.', {
      retryAfterSeconds: shortlySeconds,
    })
  }
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) {
    return new ApiError(status, 'PGRST102', refusals[status] ?? 'The request could not be understood.')
  }
  return new ApiError(500, 'XX000', 'Something went wrong on our side. Please try again, or call us.')
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
    request.log.error(
      { reqId: request.id, fault: error.name, status: answer.statusCode, stack },
      'request failed',
    )
  }
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', answer.retryAfterSeconds)
  reply.code(answer.statusCode).header('cache-control', 'no-store')
  return answer
}

export function errorHandler(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  return reply.send(reportError(error, request, reply).body)
}
