import type { StoredAppointment } from '../../booking/appointment.ts'
import { anonymizedEvent, eventUid, messageId } from '../../booking/calendar-event.ts'
import { alertFor, calendarKinds, type JobKind, jobKinds } from '../../booking/job-kinds.ts'
import { appointmentPath } from '../../booking/links.ts'
import { decentFromMs, type Shop } from '../../booking/opening-hours.ts'
import type { ClientLetter, EmailTemplates, Letter } from '../../booking/views.ts'
import { business, fullName } from '#shop/business.ts'
import { blockedEvent, ownersEvent } from '../calendar/calendar.ts'
import { invitation } from '../calendar/write-ics.ts'
import { alertAfterAttempts, type JobViews, noticeEveryMs } from '../db/job-views.ts'
import { isBlockedTime, type Subject } from '../db/jobs.ts'
import { type Mailer, RecipientRejected } from '../mail/mailer.ts'
import {
  createCalendarNotices,
  createTroubleNotices,
  emailOwner,
  ofAppointment,
  type Peers,
} from './alerts.ts'
import { delivered, type Handler, type JobPolicy } from './worker.ts'

const ourMailbox = { name: fullName, address: business.email }

export function createEmailHandlers(peers: Omit<Peers, 'calendar' | 'remoteId' | 'calendarNews' | 'owed'>) {
  const { mailer, mailFrom, changes, manageLinks, publicUrl, views, openingHours, uidDomain, now } = peers

  /** The Message-ID of this email, and the one of the email about the booking, unless this is it. */
  const idsOf = (kind: JobKind, { id, sequence }: StoredAppointment) => ({
    messageId: messageId(id, kind, sequence, uidDomain),
    inReplyTo: sequence === 0 ? undefined : messageId(id, kind, 0, uidDomain),
  })

  const withLink = async (appointment: StoredAppointment, shop: Shop): Promise<ClientLetter> => ({
    appointment,
    shop,
    nowEpochMs: now(),
    manageLink: await manageLinks.make(appointment.id),
  })

  async function letterOfState(appointment: StoredAppointment, shop: Shop): Promise<Letter> {
    const change = await changes.findChange(appointment.id, appointment.sequence)
    const { letters } = await views()
    if (appointment.status === 'cancelled') {
      return letters.clientCancelled(appointment, change ?? { by: 'owner' }, shop, `${publicUrl()}/`)
    }
    const letter = await withLink(appointment, shop)
    return change ? letters.clientRescheduled(letter, change) : letters.clientConfirmation(letter)
  }

  return {
    'business-notification': ofAppointment(async (appointment, signal) => {
      const shop = await openingHours.current()
      const change = await changes.findChange(appointment.id, appointment.sequence)
      const { messageId, inReplyTo } = idsOf('business-notification', appointment)
      const deskLink = `${publicUrl()}${appointmentPath(appointment.appointment_date, appointment.id)}`
      const write = (letters: EmailTemplates) =>
        letters.businessNotification(appointment, change, shop, deskLink)
      // Without an address, as of whoever has given none, it is left out.
      const replyTo = { name: appointment.full_name, address: appointment.email }
      return emailOwner(peers, messageId, write, signal, { replyTo, inReplyTo })
    }),

    'client-invitation': ofAppointment(async (appointment, signal) => {
      if (!appointment.email) return { outcome: 'no-address' }
      if (now() >= appointment.endEpochMs) return { outcome: 'too-late' }
      const shop = await openingHours.current()
      const letter = await letterOfState(appointment, shop)
      const ids = idsOf('client-invitation', appointment)
      const recipient = { to: appointment.email, replyTo: ourMailbox }
      const event = invitation(appointment, mailFrom, shop, uidDomain, now())
      await mailer.send({ ...letter, ...recipient, ...ids, invitation: event }, signal)
      return delivered(ids.messageId)
    }),

    'client-reminder': ofAppointment(async (appointment, signal) => {
      if (!appointment.email) return { outcome: 'no-address' }
      // The outbox drops it with a change of the appointment; this is for one that was held up for too long.
      if (now() >= appointment.startEpochMs) return { outcome: 'too-late' }
      const shop = await openingHours.current()
      if (shop.opening.reminderHoursBefore === null) return { outcome: 'not-wanted' }
      const letter = (await views()).letters.clientReminder(await withLink(appointment, shop))
      const { messageId } = idsOf('client-reminder', appointment)
      await mailer.send({ ...letter, messageId, to: appointment.email, replyTo: ourMailbox }, signal)
      return delivered(messageId)
    }),
  }
}

/**
 * So many attempts take five days, after which mail servers give up too.
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.4.1
 */
const attemptsMax = 30

const calendarPatienceMs = 10_000

/** The mailer itself ends what is silent for too long; this is for a server that is never silent. */
const mailPatienceMs = 20 * 60_000

const mailKinds = jobKinds.filter((kind) => !calendarKinds.includes(kind))

interface PolicyPeers {
  mailer: Pick<Mailer, 'atOnceMax'>
  owed: Pick<JobViews, 'queueAlert'>
  timeZone: string
  now: () => number
}

/** How patiently follow-ups are delivered, when not, for how long, and who hears when one fails. */
export function jobPolicy(peers: PolicyPeers): JobPolicy<JobKind, Subject> {
  const { mailer, owed, timeZone, now } = peers
  return {
    channels: [
      { kinds: calendarKinds, atOnceMax: Number.POSITIVE_INFINITY, patienceMs: calendarPatienceMs },
      { kinds: mailKinds, atOnceMax: mailer.atOnceMax, patienceMs: mailPatienceMs },
    ],
    planned: ['client-reminder'],

    notBeforeMs: ({ kind }, nowEpochMs) =>
      kind === 'client-reminder' ? decentFromMs(nowEpochMs, timeZone) : nowEpochMs,

    isHopeless({ kind, attempts, subject }, error, nowEpochMs) {
      if (error instanceof RecipientRejected) return true
      // Whoever is forgotten must not stay named in a calendar because that was away for long.
      if (attempts < attemptsMax || kind === 'calendar-forgetting') return false
      // What the owner's calendar misses is worth trying while the client may still come.
      return mailKinds.includes(kind) || nowEpochMs > subject.endEpochMs
    },

    async onFailure(job, hasFailed) {
      const notice = alertFor(job.kind)
      if (notice === null || (!hasFailed && job.attempts < alertAfterAttempts)) return false
      await owed.queueAlert(job, notice, now(), noticeEveryMs)
      return true
    },
  }
}

/** How each kind of follow-up is done. */
export function createHandlers(peers: Peers): Record<JobKind, Handler<Subject>> {
  const { calendar, openingHours, uidDomain } = peers
  return {
    ...createEmailHandlers(peers),
    ...createCalendarNotices(peers),
    ...createTroubleNotices(peers),
    'calendar-event': ofAppointment(async (appointment, signal) => {
      const event = ownersEvent(appointment, openingHours.lastKnown(), uidDomain)
      await calendar.put(event, signal)
      return delivered(event.uid)
    }),
    'calendar-forgetting': ofAppointment(async (appointment, signal) => {
      const uid = eventUid(appointment.id, uidDomain)
      const { sequence } = appointment
      // Where it stands it goes on standing: that of a cancelled appointment is one that the owner has brought back.
      const shop = openingHours.lastKnown()
      const event = { ...anonymizedEvent(appointment, shop), uid, sequence, status: 'confirmed' } as const
      await calendar.forget(event, signal)
      return delivered(uid)
    }),
    async 'closure-event'(subject, signal) {
      if (!isBlockedTime(subject)) throw new TypeError('Only a blocked time has this job.')
      const event = blockedEvent(subject, uidDomain)
      await calendar.put(event, signal)
      return delivered(event.uid)
    },
  }
}
