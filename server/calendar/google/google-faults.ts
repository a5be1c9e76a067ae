import { CalendarRefused, ChangedMeanwhile } from '../remote-calendar.ts'

/** The status of Google's answer; undefined when there was none. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('response' in error)) return undefined
  const { response } = error
  const hasStatus = typeof response === 'object' && response !== null && 'status' in response
  return hasStatus && typeof response.status === 'number' ? response.status : undefined
}

/** Google's own word for the fault, e.g. "rateLimitExceeded": it says more than the status and nothing personal. */
function reasonOf(error: unknown): string {
  const answer = error instanceof Error && 'response' in error ? error.response : null
  const seen = JSON.stringify(answer instanceof Object && 'data' in answer ? answer.data : null)
  return /"reason":"(\w+)"/.exec(seen)?.[1] ?? /"error":"(\w+)"/.exec(seen)?.[1] ?? ''
}

/** The calendar's own error for what Google's client throws; a lost connection stays what it is. */
export function translateGoogleFault(error: unknown): unknown {
  const status = statusOf(error)
  if (status === undefined) return error
  if (status === 412) return new ChangedMeanwhile({ cause: error })
  return new CalendarRefused(['GOOGLE', status, reasonOf(error)].filter(Boolean).join('_'))
}
