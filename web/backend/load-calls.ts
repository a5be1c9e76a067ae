/** The server's calls with their client libraries; fetched once, when a visitor starts on a form. */
export function loadCalls() {
  return import('./calls.ts')
}
