function tokenInAddress(): string | null {
  const token = location.hash.slice(1)
  return token === '' || token.startsWith('/') ? null : token
}

/**
 * The token of a link, if the desk was opened with one; addresses within the desk begin with a slash. It leaves the
 * address bar, and the history with it.
 */
export function takeToken(): string | null {
  // A link that is opened where the desk is open already loads nothing by itself.
  addEventListener('hashchange', () => tokenInAddress() && location.reload())
  const token = tokenInAddress()
  if (token) history.replaceState(null, '', location.pathname + location.search)
  return token
}
