/** How the owner is told that other follow-ups keep failing. */
const alertKinds = ['trouble-mail', 'trouble-event'] as const

export type AlertKind = (typeof alertKinds)[number]

/** What follows from an appointment or a closure and its changes, each done once for each change. */
export const jobKinds = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
  'business-notification',
  'client-invitation',
  'client-reminder',
  'move-refused',
  'event-restored',
  'calendar-notice',
  ...alertKinds,
] as const

export type JobKind = (typeof jobKinds)[number]

/** Those that go into the business calendar; all others are mails. */
export const calendarKinds: readonly JobKind[] = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
  'trouble-event',
]

/** The mails to the client. */
const clientMails: readonly JobKind[] = ['client-invitation', 'client-reminder']

/** The kinds that arrive in the order of what they tell: each waits for an earlier one of these that is under way. */
export const orderedWith = (kind: JobKind): readonly JobKind[] =>
  clientMails.includes(kind) ? clientMails : [kind]

/** The kinds that the owner is told of when they keep failing. One without words for that does not compile. */
export type ReportedKind = Exclude<JobKind, AlertKind>

/** A newer version may have stored others: they are for it to tell of. */
export const isReported = (kind: JobKind): kind is ReportedKind =>
  jobKinds.includes(kind) && !alertKinds.some((trouble) => trouble === kind)

/** The notice for a kind of follow-up, by the channel that is not the failing one; none for the notices themselves. */
export function alertFor(kind: JobKind): AlertKind | null {
  if (!isReported(kind)) return null
  return calendarKinds.includes(kind) ? 'trouble-mail' : 'trouble-event'
}
