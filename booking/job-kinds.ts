const alertKinds = ['trouble-mail', 'trouble-event'] as const

export type AlertKind = (typeof alertKinds)[number]

/** Notifies the owner's devices of a booking. The email about the same booking has the rest. */
export const deviceNotice = 'device-notice'

/** Emails that go out long after the change that queued them. A correction of the appointment keeps them. */
export const scheduledKinds = ['client-reminder'] as const

/** The jobs of an appointment or a closed time. Each change has at most one of each kind. */
export const jobKinds = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
  'business-notification',
  'client-invitation',
  ...scheduledKinds,
  'client-ready',
  'client-late',
  'move-refused',
  'event-restored',
  'calendar-notice',
  'booking-alert',
  deviceNotice,
  ...alertKinds,
] as const

export type JobKind = (typeof jobKinds)[number]

export const calendarKinds: readonly JobKind[] = [
  'calendar-event',
  'calendar-forgetting',
  'closure-event',
  'trouble-event',
]

/** Messages that the owner sends without changing the appointment. */
export const tellingKinds: readonly JobKind[] = ['client-ready', 'client-late']

export const isScheduled = (kind: JobKind) => scheduledKinds.some((scheduled) => scheduled === kind)

const clientEmails: readonly JobKind[] = ['client-invitation', ...scheduledKinds]

/** The kinds that must arrive in order with this one. Each waits for a running attempt at any of them. */
export const orderedWith = (kind: JobKind): readonly JobKind[] =>
  clientEmails.includes(kind) ? clientEmails : [kind]

/** The kinds whose failure the owner hears about. A kind without copy for that doesn't compile. */
export type ReportedKind = Exclude<JobKind, AlertKind | typeof deviceNotice>

export const isReported = (kind: JobKind): kind is ReportedKind =>
  kind !== deviceNotice && !alertKinds.some((alert) => alert === kind)

export function alertFor(kind: JobKind): AlertKind | null {
  // The desk itself shows the alert until the owner ends it.
  if (!isReported(kind) || kind === 'booking-alert') return null
  return calendarKinds.includes(kind) ? 'trouble-mail' : 'trouble-event'
}
