/**
 * The token of a link, if the desk was opened with one; addresses within the desk begin with a slash. It leaves the
 * address bar, and the history with it.
 */
export function takeToken(): string | null {
  const token = location.hash.slice(1)
  if (token === '' || token.startsWith('/')) return null
  history.replaceState(null, '', location.pathname + location.search)
  return token
}
