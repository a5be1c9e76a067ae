import type { Actor } from '../../booking/appointment.ts'
import { deviceNotice, type JobKind } from '../../booking/job-kinds.ts'
import { reminderAtMs, type Shop } from '../../booking/opening-hours.ts'
import type { Interval } from '../../booking/time.ts'
import type { NewJob } from '../db/jobs.ts'

/** Epoch milliseconds; Infinity for no job. */
export const firstDueAtMs = (jobs: readonly NewJob[]) => Math.min(...jobs.map(({ dueAtMs }) => dueAtMs))

interface Moment {
  shop: Shop
  nowEpochMs: number
}

const allDueAt = (dueAtMs: number, kinds: readonly JobKind[]): NewJob[] =>
  kinds.map((kind) => ({ kind, dueAtMs }))

/** A client who books or moves this late needs no reminder after the confirmation. */
function reminder({ startEpochMs }: Interval, { shop, nowEpochMs }: Moment): NewJob[] {
  const dueAtMs = reminderAtMs(startEpochMs, nowEpochMs, shop)
  return dueAtMs === null ? [] : [{ kind: 'client-reminder', dueAtMs }]
}

/** Owners don't need a notice of their own change, and a change made in the calendar is already there. */
const forOwner: Record<Actor, readonly JobKind[]> = {
  client: ['calendar-event', 'business-notification'],
  desk: ['calendar-event'],
  calendar: [],
}

interface Booking extends Moment {
  by: 'client' | 'desk'
  /** How long the caller has for the owner's jobs before the worker runs them. */
  headStartMs: number
  /** Whether any of the owner's devices wants notifications. */
  tellsDevices?: boolean
}

export function jobsForBooking(consultation: Interval, moment: Booking): NewJob[] {
  const { nowEpochMs, by, headStartMs, tellsDevices = false } = moment
  return [
    ...allDueAt(nowEpochMs + headStartMs, forOwner[by]),
    { kind: 'client-invitation', dueAtMs: nowEpochMs },
    ...(tellsDevices ? allDueAt(nowEpochMs, [deviceNotice]) : []),
    ...reminder(consultation, moment),
  ]
}

export const jobsForCancellation = (actor: Actor, nowEpochMs: number): NewJob[] =>
  allDueAt(nowEpochMs, [...forOwner[actor], 'client-invitation'])

/** A client who never opened a link gets no email: the address may be made up. */
export const jobsForUndoing = (nowEpochMs: number) => allDueAt(nowEpochMs, forOwner.desk)

/** @param consultation - at its new time */
export const jobsForMove = (consultation: Interval, moment: Moment & { by: Actor }): NewJob[] => [
  ...jobsForCancellation(moment.by, moment.nowEpochMs),
  ...reminder(consultation, moment),
]

export const jobsForBlockedTime = (actor: 'calendar' | 'desk', nowEpochMs: number) =>
  allDueAt(nowEpochMs, actor === 'desk' ? ['closure-event'] : [])

/** A move in the calendar that breaks a rule: the event goes back, and the owner gets an email. */
export const jobsForRejectedMove = (nowEpochMs: number) =>
  allDueAt(nowEpochMs, ['calendar-event', 'move-refused'])

export const jobsForRestoredEvent = (nowEpochMs: number) => allDueAt(nowEpochMs, ['event-restored'])

export const jobsForPuttingBack = (kind: 'calendar-event' | 'closure-event', nowEpochMs: number) =>
  allDueAt(nowEpochMs, [kind])

/** A calendar on another server still has the client's name. */
export const jobsForAnonymizing = (nowEpochMs: number) => allDueAt(nowEpochMs, ['calendar-forgetting'])
