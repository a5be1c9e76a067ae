function tokenInAddress(): string | null {
  const token = location.hash.slice(1)
  return token === '' || token.startsWith('/') ? null : token
}

let held: string | null = null

/**
 * Takes the token of a link, if the desk was opened with one; addresses within the desk begin with a slash. It leaves the
 * address bar, and the history with it.
 */
export function takeToken(): void {
  // A link that is opened where the desk is open already loads nothing by itself.
  addEventListener('hashchange', () => tokenInAddress() && location.reload())
  held = tokenInAddress()
  if (held) history.replaceState(null, '', location.pathname + location.search)
}

/** The token that can still be the way in. */
export const heldToken = () => held

/** With a session that the server knows the link is used up, or not needed: what ends that session was meant to. */
export function dropToken(): void {
  held = null
}
