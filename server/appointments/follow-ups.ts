import type { Asker, StoredAppointment, StoredBlockedTime } from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { reminderAtMs, type Shop } from '../../booking/opening-hours.ts'
import type { Interval } from '../../booking/time.ts'

/** What something follows from. */
export type Subject = StoredAppointment | StoredBlockedTime

export const isClosure = (subject: Subject): subject is StoredBlockedTime => 'reason' in subject

/** Which of the two a kind is about; notices of trouble tell of both. */
export const subjectOf = (kind: JobKind) => (kind === 'closure-event' ? 'closure' : 'appointment')

/** Something that has to be done, and from when on the outbox may do it. */
export interface FollowUp {
  kind: JobKind
  dueAtMs: number
}

/** When the first of them falls due; Infinity for none. */
export const firstDueAtMs = (followUps: readonly FollowUp[]) =>
  Math.min(...followUps.map(({ dueAtMs }) => dueAtMs))

interface Moment {
  shop: Shop
  nowEpochMs: number
}

const allDueAt = (dueAtMs: number, kinds: readonly JobKind[]): FollowUp[] =>
  kinds.map((kind) => ({ kind, dueAtMs }))

/** None for whoever books or moves so late that the mail about it is reminder enough. */
function reminder({ startEpochMs }: Interval, { shop, nowEpochMs }: Moment): FollowUp[] {
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
export function followUpsOfBooking(
  consultation: Interval,
  moment: Moment & { by: 'client' | 'desk'; headStartMs: number },
): FollowUp[] {
  const { nowEpochMs, by, headStartMs } = moment
  return [
    ...allDueAt(nowEpochMs + headStartMs, forOwner[by]),
    { kind: 'client-invitation', dueAtMs: nowEpochMs },
    ...reminder(consultation, moment),
  ]
}

/** @param consultation - the new time, or null when it was cancelled */
export function followUpsOfChange(consultation: Interval | null, moment: Moment & { by: Asker }): FollowUp[] {
  return [
    ...allDueAt(moment.nowEpochMs, [...forOwner[moment.by], 'client-invitation']),
    ...(consultation ? reminder(consultation, moment) : []),
  ]
}

/** A closure that is made or opened again. */
export const followUpsOfClosure = (by: 'owner' | 'desk', nowEpochMs: number) =>
  allDueAt(nowEpochMs, by === 'desk' ? ['closure-event'] : [])

/** A move in the calendar that cannot be followed: the event goes back, and the owner is told. */
export const followUpsOfRefusedMove = (nowEpochMs: number) =>
  allDueAt(nowEpochMs, ['calendar-event', 'move-refused'])

/** The event of a cancelled appointment that stands in the calendar again: the owner is told. */
export const followUpsOfRestoredEvent = (nowEpochMs: number) => allDueAt(nowEpochMs, ['event-restored'])

/** An event that is gone by mistake: it is written again. */
export const followUpsOfPuttingBack = (kind: 'calendar-event' | 'closure-event', nowEpochMs: number) =>
  allDueAt(nowEpochMs, [kind])

/** A client who is forgotten: a calendar on somebody else's server still names them. */
export const followUpsOfForgetting = (nowEpochMs: number) => allDueAt(nowEpochMs, ['calendar-forgetting'])
