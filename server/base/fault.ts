export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

/**
 * The kind of a failure, without its text, which may quote what a client has typed. Where another error caused it,
 * that one's.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const kind = codeOf(error) ?? codeOf(error.cause) ?? error.name
  // What a mail server (RFC 5321, 4.2) or a web server answers with says more.
  const status = 'responseCode' in error ? error.responseCode : 'status' in error ? error.status : undefined
  return typeof status === 'number' ? `${kind} ${status}` : kind
}
