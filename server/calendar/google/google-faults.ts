import { z } from 'zod'
import { CalendarRefused, ChangedMeanwhile } from '../remote-calendar.ts'

const refused = z.object({ response: z.object({ status: z.number(), data: z.unknown() }) })

const answerIn = (error: unknown) => refused.safeParse(error).data?.response

/** The status of Google's answer; undefined when there was none. */
export const statusOf = (error: unknown): number | undefined => answerIn(error)?.status

/** Google's own word for the fault, e.g. "rateLimitExceeded": it says more than the status and nothing personal. */
function reasonOf(error: unknown): string {
  const seen = String(JSON.stringify(answerIn(error)?.data))
  return /"reason":"(\w+)"/.exec(seen)?.[1] ?? /"error":"(\w+)"/.exec(seen)?.[1] ?? ''
}

/** The calendar's own error for what Google's client throws; a lost connection stays what it is. */
export function translateGoogleFault(error: unknown): unknown {
  const status = statusOf(error)
  if (status === undefined) return error
  if (status === 412) return new ChangedMeanwhile({ cause: error })
  return new CalendarRefused(['GOOGLE', status, reasonOf(error)].filter(Boolean).join('_'))
}
