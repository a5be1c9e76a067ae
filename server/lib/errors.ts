/** The database is locked, full, read-only, or unreachable. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The connection broke during a commit, which may have happened. Repeating the request tells. */
export class OutcomeUnknown extends StorageUnavailable {
  override name = 'OutcomeUnknown'
}

export const getErrorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/** Returns an error's code, or its cause's. The text of an error may quote what a client typed. */
export function getErrorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const kind = getErrorCode(error) ?? getErrorCode(error.cause) ?? error.name
  // The status of a mail server (RFC 5321, 4.2) or a web server says more.
  const status = 'responseCode' in error ? error.responseCode : 'status' in error ? error.status : undefined
  return typeof status === 'number' ? `${kind} ${status}` : kind
}

/** Something that the owner can fix, in one message. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}
