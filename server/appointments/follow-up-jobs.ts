import type { Asker } from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { reminderAtMs, type Shop } from '../../booking/opening-hours.ts'
import type { Interval } from '../../booking/time.ts'
import type { NewJob } from '../db/jobs.ts'

/** When the first of them falls due; Infinity for none. */
export const firstDueAtMs = (followUps: readonly NewJob[]) =>
  Math.min(...followUps.map(({ dueAtMs }) => dueAtMs))

interface Moment {
  shop: Shop
  nowEpochMs: number
}

const allDueAt = (dueAtMs: number, kinds: readonly JobKind[]): NewJob[] =>
  kinds.map((kind) => ({ kind, dueAtMs }))

/** None for whoever books or moves so late that the mail about it is reminder enough. */
function reminder({ startEpochMs }: Interval, { shop, nowEpochMs }: Moment): NewJob[] {
  const dueAtMs = reminderAtMs(startEpochMs, nowEpochMs, shop)
  return dueAtMs === null ? [] : [{ kind: 'client-reminder', dueAtMs }]
}

/** Whoever does something in the calendar or at the desk need not be told of it, and the calendar shows it already. */
const forOwner: Record<Asker, readonly JobKind[]> = {
  client: ['calendar-event', 'business-notification'],
  desk: ['calendar-event'],
  owner: [],
}

/** @param headStartMs - how long the caller may do what follows before the outbox does */
export function jobsOfBooking(
  consultation: Interval,
  moment: Moment & { by: 'client' | 'desk'; headStartMs: number },
): NewJob[] {
  const { nowEpochMs, by, headStartMs } = moment
  return [
    ...allDueAt(nowEpochMs + headStartMs, forOwner[by]),
    { kind: 'client-invitation', dueAtMs: nowEpochMs },
    ...reminder(consultation, moment),
  ]
}

/** @param consultation - the new time, or null when it was cancelled */
export function jobsOfChange(consultation: Interval | null, moment: Moment & { by: Asker }): NewJob[] {
  return [
    ...allDueAt(moment.nowEpochMs, [...forOwner[moment.by], 'client-invitation']),
    ...(consultation ? reminder(consultation, moment) : []),
  ]
}

/** A closure that is made or opened again. */
export const jobsOfBlockedTime = (by: 'owner' | 'desk', nowEpochMs: number) =>
  allDueAt(nowEpochMs, by === 'desk' ? ['closure-event'] : [])

/** A move in the calendar that cannot be followed: the event goes back, and the owner is told. */
export const jobsOfRejectedMove = (nowEpochMs: number) =>
  allDueAt(nowEpochMs, ['calendar-event', 'move-refused'])

/** The event of a cancelled appointment that stands in the calendar again: the owner is told. */
export const jobsOfRestoredEvent = (nowEpochMs: number) => allDueAt(nowEpochMs, ['event-restored'])

/** An event that is gone by mistake: it is written again. */
export const jobsOfPuttingBack = (kind: 'calendar-event' | 'closure-event', nowEpochMs: number) =>
  allDueAt(nowEpochMs, [kind])

/** A client who is forgotten: a calendar on somebody else's server still names them. */
export const jobsOfAnonymizing = (nowEpochMs: number) => allDueAt(nowEpochMs, ['calendar-forgetting'])
