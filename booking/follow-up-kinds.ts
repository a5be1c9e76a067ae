/** How the owner is told that other follow-ups keep failing. */
const troubleKinds = ['trouble-mail', 'trouble-event'] as const

export type TroubleKind = (typeof troubleKinds)[number]

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
  ...troubleKinds,
] as const

export type FollowUpKind = (typeof followUpKinds)[number]

/** Those that go into the business calendar; all others are mails. */
export const calendarKinds: readonly FollowUpKind[] = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
  'trouble-event',
]

/** The mails to the client. */
const clientMails: readonly FollowUpKind[] = ['client-invitation', 'client-reminder']

/** The kinds that arrive in the order of what they tell: each waits for an earlier one of these that is under way. */
export const inOrderWith = (kind: FollowUpKind): readonly FollowUpKind[] =>
  clientMails.includes(kind) ? clientMails : [kind]

/** The kinds that the owner is told of when they keep failing. One without words for that does not compile. */
export type TroublingKind = Exclude<FollowUpKind, TroubleKind>

/** A newer version may have stored others: they are for it to tell of. */
export const isTroubling = (kind: FollowUpKind): kind is TroublingKind =>
  followUpKinds.includes(kind) && !troubleKinds.some((trouble) => trouble === kind)

/** The notice for a kind of follow-up, by the channel that is not the failing one; none for the notices themselves. */
export function troubleFor(kind: FollowUpKind): TroubleKind | null {
  if (!isTroubling(kind)) return null
  return calendarKinds.includes(kind) ? 'trouble-mail' : 'trouble-event'
}
