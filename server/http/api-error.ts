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
