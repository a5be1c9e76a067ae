import type { StoredAppointment } from '../../booking/appointment.ts'
import { messageId } from '../../booking/calendar-event.ts'
import { withName } from '../../booking/contact.ts'
import type { Email, EmailTemplates, Views } from '../../booking/views.ts'
import type { OpeningHours } from '../appointments/opening-hours.ts'
import type { ManageLinks } from '../appointments/service.ts'
import type { BusinessCalendar } from '../calendar/calendar.ts'
import type { ChangeStore } from '../db/appointment-changes.ts'
import type { AppointmentStore } from '../db/appointments.ts'
import type { PollStore } from '../db/calendar-polls.ts'
import type { JobViews } from '../db/job-views.ts'
import { isBlockedTime, type JobOutcome, type Subject } from '../db/jobs.ts'
import type { SimilarBookingStore } from '../db/similar-bookings.ts'
import type { TellingStore } from '../db/tellings.ts'
import type { Mailer, Message } from '../mail/mailer.ts'
import type { Devices } from '../push/devices.ts'
import { delivered, type Handler } from './worker.ts'

export interface HandlerDeps {
  calendar: BusinessCalendar
  /** null for the calendar that this server keeps. */
  remoteId: string | null
  polls: PollStore
  mailer: Mailer
  uidDomain: string
  mailFrom: string
  businessEmail: string
  changes: Pick<ChangeStore, 'findChange'>
  appointments: Pick<AppointmentStore, 'organizerOf'>
  manageLinks: Pick<ManageLinks, 'make'>
  jobViews: JobViews
  tellings: Pick<TellingStore, 'findEmailed'>
  similarBookings: Pick<SimilarBookingStore, 'surgeAt' | 'addAlerts'> | null
  /** null on staging, which sends no notifications. */
  devices: Pick<Devices, 'tell'> | null
  publicUrl: () => string
  views: () => Promise<Views>
  openingHours: Pick<OpeningHours, 'current' | 'lastKnown'>
  now: () => number
}

type OwnerEmailDeps = Pick<HandlerDeps, 'mailer' | 'businessEmail' | 'views' | 'uidDomain'>

export const appointmentHandler =
  (handle: Handler<StoredAppointment>): Handler<Subject> =>
  async (subject, signal) => {
    if (isBlockedTime(subject)) throw new TypeError('A blocked time has no job of this kind.')
    return handle(withName(subject), signal)
  }

/** @param name - distinguishes the email from others about the same state of the subject */
export async function emailOwner(
  { mailer, businessEmail, views, uidDomain }: OwnerEmailDeps,
  { id, sequence }: Subject,
  name: string,
  write: (emails: EmailTemplates) => Email,
  signal: AbortSignal,
  more: Pick<Message, 'replyTo' | 'inReplyTo'> = {},
): Promise<JobOutcome> {
  const mailId = messageId(id, name, sequence, uidDomain)
  const email = write((await views()).emails)
  await mailer.send({ ...email, ...more, messageId: mailId, to: businessEmail }, signal)
  return delivered(mailId)
}
