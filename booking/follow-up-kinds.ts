/** What follows from an appointment or a closure and its changes, each done once for each change. */
export const followUpKinds = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
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

/** Those that go into the business calendar; all others are mails. */
export const calendarKinds: readonly FollowUpKind[] = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
  'trouble-event',
]

/** How the owner is told that others keep failing. */
export type TroubleKind = Extract<FollowUpKind, 'trouble-mail' | 'trouble-event'>

/** The kinds that the owner is told of when they keep failing. One without words for that does not compile. */
export type TroublingKind = Exclude<FollowUpKind, TroubleKind>

/** Each by the channel that is not the failing one; nobody is told of the notices themselves. */
const noticeOf: Record<TroublingKind, TroubleKind> = {
  'calendar-event': 'trouble-mail',
  'calendar-forgetting': 'trouble-mail',
  'closure-event': 'trouble-mail',
  'business-notification': 'trouble-event',
  'client-invitation': 'trouble-event',
  'client-reminder': 'trouble-event',
  'move-refused': 'trouble-event',
  'event-restored': 'trouble-event',
  'calendar-notice': 'trouble-event',
}

export const isTroubling = (kind: FollowUpKind): kind is TroublingKind => kind in noticeOf

/** The notice for a kind of follow-up; none for the notices themselves. */
export const troubleFor = (kind: FollowUpKind): TroubleKind | null =>
  isTroubling(kind) ? noticeOf[kind] : null
