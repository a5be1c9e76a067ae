// What the use cases need from storage and outbox, each of which implements its part.

/** The database cannot work at the moment: locked, full, read-only or out of reach. Trying later may help. */
export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable'
}

/** The database was lost while it kept something: nobody knows yet whether it has. Sending the same again tells. */
export class OutcomeUnknown extends StorageUnavailable {
  override name = 'OutcomeUnknown'
}
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/**
 * The kind of a failure, without its text, which may quote what a client has typed. Where another error caused it,
 * that one's.
 */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const kind = codeOf(error) ?? codeOf(error.cause) ?? error.name
  // What a mail server (RFC 5321, 4.2) or a web server answers with says more.
  const status = 'responseCode' in error ? error.responseCode : 'status' in error ? error.status : undefined
  return typeof status === 'number' ? `${kind} ${status}` : kind
}

/** Every fault of the settings in one message. */
export class ConfigError extends Error {
  override name = 'ConfigFault'
}
