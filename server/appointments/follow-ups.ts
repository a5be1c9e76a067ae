import type { ChangedBy } from '../../booking/appointment.ts'
import type { Interval } from '../../booking/interval.ts'
import { reminderAtMs } from '../../booking/reminder.ts'
import type { Shop } from '../../booking/shop.ts'

/** What follows from an appointment and its changes, each done once for each change. */
export const followUpKinds = [
  'calendar-event',
  'calendar-forgetting',
  'business-notification',
  'client-invitation',
  'client-reminder',
  'move-refused',
  'event-restored',
  'calendar-notice',
  'trouble-mail',
  'trouble-event',
] as const

export type FollowUpKind = (typeof followUpKinds)[number]

/** Something that has to be done, and from when on the outbox may do it. */
export interface FollowUp {
  kind: FollowUpKind
  dueAtMs: number
}

/** When the first of them falls due; Infinity for none. */
export const firstDueAtMs = (followUps: readonly FollowUp[]) =>
  Math.min(...followUps.map(({ dueAtMs }) => dueAtMs))

interface Moment {
  shop: Shop
  nowEpochMs: number
}

const allDueAt = (dueAtMs: number, kinds: readonly FollowUpKind[]): FollowUp[] =>
  kinds.map((kind) => ({ kind, dueAtMs }))

/** None for whoever books or moves so late that the mail about it is reminder enough. */
function reminder({ startEpochMs }: Interval, { shop, nowEpochMs }: Moment): FollowUp[] {
  const dueAtMs = reminderAtMs(startEpochMs, nowEpochMs, shop)
  return dueAtMs === null ? [] : [{ kind: 'client-reminder', dueAtMs }]
}

/** @param headStartMs - how long the caller may do what follows before the outbox does */
export function followUpsOfBooking(
  consultation: Interval,
  moment: Moment & { headStartMs: number },
): FollowUp[] {
  const { nowEpochMs, headStartMs } = moment
  return [
    ...allDueAt(nowEpochMs + headStartMs, ['calendar-event', 'business-notification']),
    { kind: 'client-invitation', dueAtMs: nowEpochMs },
    ...reminder(consultation, moment),
  ]
}

/**
 * What follows from a change of an appointment. The owner makes changes in the calendar: it shows them already.
 * @param consultation - the new time, or null when it was cancelled
 */
export function followUpsOfChange(
  consultation: Interval | null,
  moment: Moment & { by: ChangedBy },
): FollowUp[] {
  const forOwner: FollowUpKind[] = moment.by === 'owner' ? [] : ['calendar-event', 'business-notification']
  return [
    ...allDueAt(moment.nowEpochMs, [...forOwner, 'client-invitation']),
    ...(consultation ? reminder(consultation, moment) : []),
  ]
}

/** A move in the calendar that cannot be followed: the event goes back, and the owner is told. */
export const followUpsOfRefusedMove = (nowEpochMs: number) =>
  allDueAt(nowEpochMs, ['calendar-event', 'move-refused'])

/** The event of a cancelled appointment that stands in the calendar again: the owner is told. */
export const followUpsOfRestoredEvent = (nowEpochMs: number) => allDueAt(nowEpochMs, ['event-restored'])

/** An event that is gone by mistake: it is written again. */
export const followUpsOfPuttingBack = (nowEpochMs: number) => allDueAt(nowEpochMs, ['calendar-event'])

/** A client who is forgotten: a calendar on somebody else's server still names them. */
export const followUpsOfForgetting = (nowEpochMs: number) => allDueAt(nowEpochMs, ['calendar-forgetting'])

/** How the owner is told that follow-ups of some kinds keep failing: by the channel that is not the failing one. */
export const troubleOf = {
  'trouble-mail': ['calendar-event', 'calendar-forgetting'],
  'trouble-event': [
    'business-notification',
    'client-invitation',
    'client-reminder',
    'move-refused',
    'event-restored',
    'calendar-notice',
  ],
} as const satisfies Partial<Record<FollowUpKind, readonly FollowUpKind[]>>

export type TroubleKind = keyof typeof troubleOf

/** The kinds that the owner is told of when they keep failing. */
export type TroublingKind = (typeof troubleOf)[TroubleKind][number]

/** The notice for a kind of follow-up; none for the notices themselves. */
export function troubleFor(kind: FollowUpKind): TroubleKind | null {
  for (const [trouble, kinds] of Object.entries(troubleOf)) {
    if ((kinds as readonly FollowUpKind[]).includes(kind)) return trouble as TroubleKind
  }
  return null
}
