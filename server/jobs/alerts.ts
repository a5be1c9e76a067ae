import { hash } from 'node:crypto'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { eventUid, messageId } from '../../booking/calendar-event.ts'
import type { AlertKind, ReportedKind } from '../../booking/job-kinds.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { msPerMinute, shownTime } from '../../booking/time.ts'
import type { EmailTemplates, Letter, Views } from '../../booking/views.ts'
import { trouble } from '../../copy/emails.ts'
import { addressLine } from '#shop/business.ts'
import type { OpeningHours } from '../appointments/opening-hours.ts'
import type { ManageLinks } from '../appointments/service.ts'
import type { BusinessCalendar } from '../calendar/calendar.ts'
import type { ChangeStore } from '../db/appointment-changes.ts'
import type { CalendarNews, CalendarNewsStore } from '../db/calendar-polls.ts'
import { type FailingJob, type JobViews, noticeEveryMs } from '../db/job-views.ts'
import { isBlockedTime, type JobOutcome, type Subject } from '../db/jobs.ts'
import type { Mailer, Message } from '../mail/mailer.ts'
import { delivered, type Handler, untilNoted } from './worker.ts'

/** What follow-ups are done with. */
export interface Peers {
  calendar: BusinessCalendar
  /** By which the calendar's news are known; null for the one that is kept here: nobody but us writes into it. */
  remoteId: string | null
  calendarNews: CalendarNewsStore
  mailer: Mailer
  uidDomain: string
  /** The sender of all mails. */
  mailFrom: string
  /** Where the business gets its notifications. */
  businessEmail: string
  changes: Pick<ChangeStore, 'findChange'>
  manageLinks: Pick<ManageLinks, 'make'>
  owed: JobViews
  /** Without a slash at the end. */
  publicUrl: () => string
  views: () => Promise<Views>
  openingHours: Pick<OpeningHours, 'current' | 'lastKnown'>
  now: () => number
}

/** For the kinds that only an appointment has. */
export const ofAppointment =
  (handle: Handler<StoredAppointment>): Handler<Subject> =>
  async (subject, signal) => {
    if (isBlockedTime(subject)) throw new TypeError('A blocked time has no job of this kind.')
    return handle(subject, signal)
  }

/** Mails the owner. */
export async function emailOwner(
  { mailer, businessEmail, views }: Pick<Peers, 'mailer' | 'businessEmail' | 'views'>,
  messageId: string,
  write: (letters: EmailTemplates) => Letter,
  signal: AbortSignal,
  more: Pick<Message, 'replyTo' | 'inReplyTo'> = {},
): Promise<JobOutcome> {
  const letter = write((await views()).letters)
  await mailer.send({ ...letter, ...more, messageId, to: businessEmail }, signal)
  return delivered(messageId)
}

/** Everything that it would have told of was put right or done meanwhile. */
const nothingToReport: JobOutcome = { outcome: 'nothing-to-report' }

/** More than an owner reads. */
const linesMax = 50

/** One line for each follow-up that keeps failing, without anything a client has typed. */
export function failureLines(stuck: readonly FailingJob[], shop: Pick<Shop, 'timeZone'>): string[] {
  const words: Record<ReportedKind, string> = trouble.kinds
  return stuck.slice(0, linesMax).map(({ kind, startEpochMs, fault, hasFailed }) => {
    const tell = trouble[hasFailed ? 'givenUp' : 'waits']
    return tell(words[kind], shownTime(startEpochMs, shop), fault || trouble.noFault)
  })
}

/** How the owner learns that something keeps failing: by the channel that works. Each failing effect is told once. */
export function createTroubleNotices(peers: Peers): Record<AlertKind, Handler<Subject>> {
  const { calendar, owed, openingHours, uidDomain, now } = peers
  /** Tells a notice from an earlier one of the same appointment, which mail programs and calendars would take it for. */
  const turnOf = (untold: readonly FailingJob[]) =>
    `${Math.floor(now() / noticeEveryMs)}.${Math.max(...untold.map(({ id }) => id))}`
  return {
    async 'trouble-mail'({ id, sequence }, signal) {
      const stuck = await owed.stuck('trouble-mail', now())
      const untold = stuck.filter((one) => !one.isAlerted)
      if (untold.length === 0) return nothingToReport
      const lines = failureLines(stuck, openingHours.lastKnown())
      const mailId = messageId(id, `trouble-mail.${turnOf(untold)}`, sequence, uidDomain)
      await emailOwner(peers, mailId, (letters) => letters.calendarTrouble(stuck.length, lines), signal)
      await untilNoted(() => owed.markAlerted(stuck, now()), signal)
      return delivered(mailId)
    },

    async 'trouble-event'({ id, sequence }, signal) {
      const stuck = await owed.stuck('trouble-event', now())
      const untold = stuck.filter((one) => !one.isAlerted)
      if (untold.length === 0) return nothingToReport
      const uid = eventUid(`trouble-${id}-${turnOf(untold)}`, uidDomain)
      const summary = trouble.mailSummary(stuck.length)
      const description = [
        trouble.mailLead,
        ...failureLines(stuck, openingHours.lastKnown()),
        trouble.whatToDo,
      ].join('\n')
      const words = { summary, description, location: addressLine }
      const startEpochMs = now()
      const times = { startEpochMs, endEpochMs: startEpochMs + 15 * msPerMinute }
      await calendar.put({ uid, sequence, status: 'confirmed', ...words, ...times }, signal)
      await untilNoted(() => owed.markAlerted(stuck, now()), signal)
      return delivered(uid)
    },
  }
}

/**
 * The same for the same news, so that a mail that is sent twice is known as one, and another for others: no moment tells
 * them apart, because the clocks of several processes differ.
 */
function fingerprint({ readAtMs, isOld, unreadable, held }: CalendarNews): string {
  const readingMs = isOld || unreadable > 0 ? readAtMs : null
  return hash('sha256', JSON.stringify([readingMs, unreadable, held]), 'hex').slice(0, 16)
}

/** Tells the owner what came of what was done in the calendar, unless it is another calendar by now. */
export function createCalendarNotices(peers: Peers) {
  const { remoteId, calendarNews, openingHours, uidDomain, now } = peers

  return {
    /** Each such move is a mail of its own. */
    'move-refused': ofAppointment(async (appointment, signal) => {
      const refused =
        remoteId && (await calendarNews.findRejection(remoteId, eventUid(appointment.id, uidDomain)))
      if (!refused) return nothingToReport
      const id = messageId(appointment.id, `move-refused.${refused.count}`, appointment.sequence, uidDomain)
      return emailOwner(
        peers,
        id,
        (letters) => letters.moveRefused(appointment, refused, openingHours.lastKnown()),
        signal,
      )
    }),

    'event-restored': ofAppointment(async (appointment, signal) => {
      const sinceMs =
        remoteId && (await calendarNews.findRestored(remoteId, eventUid(appointment.id, uidDomain)))
      if (!sinceMs) return nothingToReport
      const id = messageId(appointment.id, `event-restored.${sinceMs}`, appointment.sequence, uidDomain)
      return emailOwner(
        peers,
        id,
        (letters) => letters.eventRestored(appointment, openingHours.lastKnown()),
        signal,
      )
    }),

    'calendar-notice': ofAppointment(async (appointment, signal) => {
      if (!remoteId) return nothingToReport
      const news = await calendarNews.find(remoteId, now())
      if (!news.isNew) return nothingToReport
      const id = messageId(
        appointment.id,
        `calendar-notice.${fingerprint(news)}`,
        appointment.sequence,
        uidDomain,
      )
      await emailOwner(peers, id, (letters) => letters.calendarNotice(news, openingHours.lastKnown()), signal)
      await untilNoted(() => calendarNews.markAlerted(remoteId, news, now()), signal)
      return delivered(id)
    }),
  }
}
