const alertKinds = ['trouble-mail', 'trouble-event'] as const

export type AlertKind = (typeof alertKinds)[number]

/** The jobs of an appointment or a blocked time; each change has at most one of each kind. */
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
  'booking-alert',
  ...alertKinds,
] as const

export type JobKind = (typeof jobKinds)[number]

export const calendarKinds: readonly JobKind[] = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
  'trouble-event',
]

const clientEmails: readonly JobKind[] = ['client-invitation', 'client-reminder']

/** The kinds that must arrive in order with this one. Each waits for a running attempt at any of them. */
export const orderedWith = (kind: JobKind): readonly JobKind[] =>
  clientEmails.includes(kind) ? clientEmails : [kind]

/** The kinds whose failure the owner learns of. A kind without copy for that does not compile. */
export type ReportedKind = Exclude<JobKind, AlertKind>

export const isReported = (kind: JobKind): kind is ReportedKind => !alertKinds.some((alert) => alert === kind)

export function alertFor(kind: JobKind): AlertKind | null {
  if (!isReported(kind)) return null
  return calendarKinds.includes(kind) ? 'trouble-mail' : 'trouble-event'
}
