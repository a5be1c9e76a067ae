const timeoutMs = 500

/** Resolves when the browser is idle, or half a second later. */
export function whenIdle(): Promise<unknown> {
  return new Promise((resolve) => {
    // Safari lacks requestIdleCallback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: timeoutMs })
    else setTimeout(resolve)
  })
}
