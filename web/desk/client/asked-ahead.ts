import type { DeskCalls } from '../../../booking/owner-api.ts'
import { addDays, isCalendarDate, mondayOf } from '../../../booking/time.ts'

declare global {
  /** Answers on their way to what the first view reads, by address; undefined where none came. */
  var askedAhead: Map<string, Promise<Response | undefined>> | undefined
}

/** Where a call that reads is answered. */
export const readingAddress = (name: keyof DeskCalls, args: Record<string, string>) =>
  `${location.origin}/rest/v1/rpc/${name}${Object.keys(args).length > 0 ? `?${new URLSearchParams(args)}` : ''}`

/** The weeks that the first view reads: that of the day in the address, else this one and the next, for its next client. */
export function firstMondays(today: string): string[] {
  const [, asked = ''] = /^#\/day\/([^/]*)/.exec(location.hash) ?? []
  if (isCalendarDate(asked)) return [mondayOf(asked)]
  return [mondayOf(today), addDays(mondayOf(today), 7)]
}

/** Whoever asks later than that after the document asks anew. */
const usableMs = 15_000

/** The answer that the document has asked for before any script had come (web/desk/ask-ahead.ts); each is given once. */
export async function takeAskedAhead(address: string): Promise<Response | undefined> {
  const answer = globalThis.askedAhead?.get(address)
  globalThis.askedAhead?.delete(address)
  return performance.now() < usableMs ? answer : undefined
}

/** Before a change: what was asked for earlier shows the shop without it. */
export function forgetAskedAhead(): undefined {
  globalThis.askedAhead = undefined
}
