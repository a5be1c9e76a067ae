/**
 * Opens the client's add-to-calendar link in a new tab (specification, point 4, step 5).
 *
 * Not with `noopener`: with it the browser answers null whether the tab opened or not. The way back to this page is
 * cut by hand instead. A browser that blocks the tab leaves the client the links in the panel.
 */
export function openCalendarTab(address: string): void {
  const tab = window.open(address, '_blank')
  if (tab) tab.opener = null
}
