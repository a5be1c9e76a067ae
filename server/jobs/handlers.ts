import { business, fullName } from '#shop/business.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { anonymizedEvent, eventUid, messageId } from '../../booking/calendar-event.ts'
import {
  alertFor,
  calendarKinds,
  deviceNotice,
  isScheduled,
  type JobKind,
  jobKinds,
  scheduledKinds,
} from '../../booking/job-kinds.ts'
import { appointmentPath } from '../../booking/links.ts'
import { nextDecentMs, type Shop } from '../../booking/opening-hours.ts'
import type { Telling } from '../../booking/owner-api.ts'
import type { ClientEmail, Email, EmailTemplates } from '../../booking/views.ts'
import { buildBlockedEvent, buildOwnerEvent } from '../calendar/calendar.ts'
import { buildInvitation } from '../calendar/write-ics.ts'
import type { JobViews } from '../db/job-views.ts'
import { isBlockedTime, type JobOutcome, type Subject } from '../db/jobs.ts'
import type { TellingStore } from '../db/tellings.ts'
import { type Mailer, RecipientRejected } from '../mail/mailer.ts'
import {
  alertAfterAttempts,
  createFailureAlerts,
  createNotices,
  isUnusual,
  queueFailureAlert,
} from './alerts.ts'
import { appointmentHandler, emailOwner, type HandlerDeps } from './handler-base.ts'
import { delivered, type Handler, type JobPolicy } from './worker.ts'

type Told = NonNullable<Awaited<ReturnType<TellingStore['findEmailed']>>>

const shopMailbox = { name: fullName, address: business.email }

export function createEmailHandlers(
  deps: Omit<HandlerDeps, 'calendar' | 'remoteId' | 'polls' | 'jobViews' | 'devices'>,
) {
  const { mailer, changes, publicUrl, views, openingHours, uidDomain, now } = deps

  /** Every later email replies to the one about the booking, so email apps show them as one conversation. */
  const idsOf = (kind: JobKind, { id, sequence }: StoredAppointment) => ({
    messageId: messageId(id, kind, sequence, uidDomain),
    inReplyTo: sequence === 0 ? undefined : messageId(id, kind, 0, uidDomain),
  })

  const withLink = async (appointment: StoredAppointment, shop: Shop): Promise<ClientEmail> => ({
    appointment,
    shop,
    nowEpochMs: now(),
    manageLink: await deps.manageLinks.make(appointment.id),
  })

  async function emailOfState(appointment: StoredAppointment, shop: Shop): Promise<Email> {
    const change = await changes.findChange(appointment.id, appointment.sequence)
    const { emails } = await views()
    if (appointment.status === 'cancelled') {
      return emails.clientCancelled(appointment, change ?? { by: 'calendar' }, shop, `${publicUrl()}/`)
    }
    const email = await withLink(appointment, shop)
    return change ? emails.clientRescheduled(email, change) : emails.clientConfirmation(email)
  }

  async function tell(
    appointment: StoredAppointment,
    what: Telling,
    signal: AbortSignal,
    write: (emails: EmailTemplates, email: ClientEmail, telling: Told) => Email,
  ): Promise<JobOutcome> {
    if (!appointment.email) return { outcome: 'no-address' }
    if (now() >= appointment.startEpochMs) return { outcome: 'too-late' }
    const telling = await deps.tellings.findEmailed(appointment, what)
    if (appointment.status === 'cancelled' || !telling) return { outcome: 'not-wanted' }
    const email = await withLink(appointment, await openingHours.current())
    const { id } = appointment
    // The same even if the appointment moves between two attempts, so email apps recognize an email that was sent
    // twice.
    const ids = {
      messageId: messageId(id, `client-${what}`, what === 'ready' ? 0 : appointment.sequence, uidDomain),
    }
    const inReplyTo = messageId(id, 'client-invitation', 0, uidDomain)
    const written = write((await views()).emails, email, telling)
    await mailer.send({ ...written, ...ids, inReplyTo, to: appointment.email, replyTo: shopMailbox }, signal)
    return delivered(ids.messageId)
  }

  return {
    'business-notification': appointmentHandler(async (appointment, signal) => {
      const shop = await openingHours.current()
      const change = await changes.findChange(appointment.id, appointment.sequence)
      const { inReplyTo } = idsOf('business-notification', appointment)
      if (change === null || change.by === 'client')
        await deps.similarBookings?.addAlerts(appointment.id, isUnusual, now())
      const deskLink = `${publicUrl()}${appointmentPath(appointment.appointment_date, appointment.id)}`
      const write = (emails: EmailTemplates) =>
        emails.businessNotification(appointment, change, shop, deskLink)
      // The mailer skips it for a client without an address.
      const replyTo = { name: appointment.full_name, address: appointment.email }
      return emailOwner(deps, appointment, 'business-notification', write, signal, { replyTo, inReplyTo })
    }),

    'client-invitation': appointmentHandler(async (appointment, signal) => {
      if (!appointment.email) return { outcome: 'no-address' }
      if (now() >= appointment.endEpochMs) return { outcome: 'too-late' }
      const shop = await openingHours.current()
      const email = await emailOfState(appointment, shop)
      const ids = idsOf('client-invitation', appointment)
      const recipient = { to: appointment.email, replyTo: shopMailbox }
      const organizer = (await deps.appointments.organizerOf(appointment.id)) ?? deps.mailFrom
      const event = buildInvitation(appointment, organizer, shop, uidDomain, now())
      await mailer.send({ ...email, ...recipient, ...ids, invitation: event }, signal)
      return delivered(ids.messageId)
    }),

    'client-reminder': appointmentHandler(async (appointment, signal) => {
      if (!appointment.email) return { outcome: 'no-address' }
      if (now() >= appointment.startEpochMs) return { outcome: 'too-late' }
      const shop = await openingHours.current()
      if (shop.opening.reminderHoursBefore === null) return { outcome: 'not-wanted' }
      const email = (await views()).emails.clientReminder(await withLink(appointment, shop))
      const { messageId } = idsOf('client-reminder', appointment)
      await mailer.send({ ...email, messageId, to: appointment.email, replyTo: shopMailbox }, signal)
      return delivered(messageId)
    }),

    'client-ready': appointmentHandler(async (appointment, signal) =>
      tell(appointment, 'ready', signal, (emails, email, { message }) => emails.clientReady(email, message)),
    ),

    'client-late': appointmentHandler(async (appointment, signal) =>
      tell(appointment, 'late', signal, (emails, email, { message, minutes }) =>
        emails.clientLate(email, message, minutes ?? 0),
      ),
    ),
  }
}

/**
 * These take five days, after which mail servers also stop trying.
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.4.1
 */
const attemptsMax = 30

const calendarPatienceMs = 10_000

/** For a mail server that never falls silent. The mailer ends silent connections sooner. */
const mailPatienceMs = 20 * 60_000

/** For all devices of a shop together. Each has less. */
const devicesPatienceMs = 30_000

/** Late news is no news: one retry, and no third attempt. */
const deviceAttemptsMax = 2

const mailKinds = jobKinds.filter((kind) => kind !== deviceNotice && !calendarKinds.includes(kind))

interface PolicyDeps {
  mailer: Pick<Mailer, 'atOnceMax'>
  jobViews: Pick<JobViews, 'queueAlert'>
  timeZone: string
  now: () => number
}

export function jobPolicy({ mailer, jobViews, timeZone, now }: PolicyDeps): JobPolicy {
  return {
    groups: [
      { kinds: calendarKinds, atOnceMax: Number.POSITIVE_INFINITY, patienceMs: calendarPatienceMs },
      { kinds: mailKinds, atOnceMax: mailer.atOnceMax, patienceMs: mailPatienceMs },
      { kinds: [deviceNotice], atOnceMax: Number.POSITIVE_INFINITY, patienceMs: devicesPatienceMs },
    ],
    scheduled: scheduledKinds,

    notBeforeMs: ({ kind }, nowEpochMs) =>
      isScheduled(kind) ? nextDecentMs(nowEpochMs, timeZone) : nowEpochMs,

    isHopeless({ kind, attempts, subject }, error, nowEpochMs) {
      if (error instanceof RecipientRejected) return true
      if (kind === deviceNotice) return attempts >= deviceAttemptsMax
      // A calendar that was unreachable for days must lose the name of a client whose data is deleted.
      if (attempts < attemptsMax || kind === 'calendar-forgetting') return false
      // The owner needs the event for as long as the client may come.
      return mailKinds.includes(kind) || nowEpochMs > subject.endEpochMs
    },

    async onFailure(job, isFinal) {
      const alert = alertFor(job.kind)
      if (alert === null || (!isFinal && job.attempts < alertAfterAttempts)) return false
      await queueFailureAlert(jobViews, job, alert, now())
      return true
    },
  }
}

export function createHandlers(deps: HandlerDeps): Record<JobKind, Handler<Subject>> {
  const { calendar, openingHours, uidDomain } = deps
  return {
    ...createEmailHandlers(deps),
    ...createNotices(deps),
    ...createFailureAlerts(deps),
    'device-notice': appointmentHandler(async (appointment, signal) => {
      const { id, status, startEpochMs } = appointment
      if (!deps.devices || status === 'cancelled') return { outcome: 'not-wanted' }
      if (deps.now() >= startEpochMs) return { outcome: 'too-late' }
      const told = await deps.devices.tell(appointment, signal)
      return told > 0 ? delivered(id) : { outcome: 'no-address' }
    }),
    'calendar-event': appointmentHandler(async (appointment, signal) => {
      const event = buildOwnerEvent(appointment, openingHours.lastKnown(), uidDomain)
      await calendar.put(event, signal)
      return delivered(event.uid)
    }),
    'calendar-forgetting': appointmentHandler(async (appointment, signal) => {
      const uid = eventUid(appointment.id, uidDomain)
      // An existing event stays: the owner may have restored the one of a canceled appointment.
      const event = {
        ...anonymizedEvent(appointment),
        uid,
        sequence: appointment.sequence,
        status: 'confirmed',
      } as const
      await calendar.forget(event, signal)
      return delivered(uid)
    }),
    async 'closure-event'(subject, signal) {
      if (!isBlockedTime(subject)) throw new TypeError('Only a blocked time has this job.')
      const event = buildBlockedEvent(subject, uidDomain)
      await calendar.put(event, signal)
      return delivered(event.uid)
    },
  }
}
