import { inTime } from './time-limit.ts'

/** The server's calls with their client libraries; fetched once, when a visitor starts on a form. */
export function loadCalls() {
  return inTime(import('./calls.ts'))
}
