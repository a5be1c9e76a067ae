/** An error as the public conventions of PostgREST shape it; the message is one sentence fit for a client. */
export interface ApiErrorBody {
  code: string
  message: string
  details: string | null
  hint: string | null
}

/** An answer that is not the wished one, thrown by a handler and sent by the error handler. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly statusCode: number
  readonly body: ApiErrorBody
  /** When it makes sense to try again; undefined: nobody knows. */
  readonly retryAfterSeconds: number | undefined

  constructor(
    statusCode: number,
    code: string,
    message: string,
    more: Partial<Pick<ApiErrorBody, 'details' | 'hint'>> & { retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.statusCode = statusCode
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null }
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}
