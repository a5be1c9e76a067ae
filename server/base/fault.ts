/**
 * The kind of a failure, without its text, which may quote what a client has typed. Where another error caused it,
 * that one's.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const hasCode = (one: unknown): one is Error & { code: string } =>
    one instanceof Error && 'code' in one && typeof one.code === 'string'
  const kind = hasCode(error) ? error.code : hasCode(error.cause) ? error.cause.code : error.name
  // What a mail server (RFC 5321, 4.2) or a web server answers with says more.
  const status = 'responseCode' in error ? error.responseCode : 'status' in error ? error.status : undefined
  return typeof status === 'number' ? `${kind} ${status}` : kind
}
