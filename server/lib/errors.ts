/** The database is locked, full, read-only, or unreachable. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The connection broke during a commit, which may have happened. Repeating the request settles it. */
export class OutcomeUnknown extends StorageUnavailable {
  override name = 'OutcomeUnknown'
}

export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns an error's code, or its cause's. An error's message may quote a client's input. */
export function getErrorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const kind = getErrorCode(error) ?? getErrorCode(error.cause) ?? error.name
  // The status of a mail server (RFC 5321, 4.2) or a web server is more specific.
  const status = 'responseCode' in error ? error.responseCode : 'status' in error ? error.status : undefined
  return typeof status === 'number' ? `${kind} ${status}` : kind
}

/** A problem that the owner can fix, with a message. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
