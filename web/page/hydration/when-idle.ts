const timeoutMs = 500

/**
 * Resolves when the browser has nothing to do for the visitor, whose touches and what those show come first, or half a
 * second later.
 */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Safari has no other.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: timeoutMs })
    else setTimeout(resolve)
  })
}
