import { hash } from 'node:crypto'
import { addressLine } from '#shop/business.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { eventUid, messageId } from '../../booking/calendar-event.ts'
import { type AlertKind, alertFor, type ReportedKind } from '../../booking/job-kinds.ts'
import { appointmentPath } from '../../booking/links.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { msPerHour, msPerMinute, shownTime } from '../../booking/time.ts'
import type { Email, EmailTemplates, Views } from '../../booking/views.ts'
import { trouble } from '../../copy/emails.ts'
import type { OpeningHours } from '../appointments/opening-hours.ts'
import type { ManageLinks } from '../appointments/service.ts'
import { type BusinessCalendar, isLongAgo } from '../calendar/calendar.ts'
import type { ChangeStore } from '../db/appointment-changes.ts'
import type { AppointmentStore } from '../db/appointments.ts'
import type { PollFindings, PollStore } from '../db/calendar-polls.ts'
import type { JobViews, UnfinishedJob } from '../db/job-views.ts'
import { isBlockedTime, type Job, type JobOutcome, type Subject } from '../db/jobs.ts'
import type { BookingSurge, SimilarBookingStore } from '../db/similar-bookings.ts'
import type { Mailer, Message } from '../mail/mailer.ts'
import { delivered, type Handler, untilNoted } from './worker.ts'

/** After this many failed attempts, which take a little over half an hour, the owner is alerted. */
export const alertAfterAttempts = 8

/** An alert reports all failing jobs; the next one reports those that joined them. */
export const alertEveryMs = 6 * msPerHour

const calendarNoticeEveryMs = 10 * msPerMinute

export interface HandlerDeps {
  calendar: BusinessCalendar
  /** The id of the calendar on another server; null for the calendar that this server keeps. */
  remoteId: string | null
  polls: PollStore
  mailer: Mailer
  uidDomain: string
  /** The sender of all emails. */
  mailFrom: string
  /** The address of the business, for notifications. */
  businessEmail: string
  changes: Pick<ChangeStore, 'findChange'>
  appointments: Pick<AppointmentStore, 'organizerOf'>
  manageLinks: Pick<ManageLinks, 'make'>
  jobViews: JobViews
  /** Null where the owner isn't alerted to unusually many bookings, because limits are off. */
  similarBookings: Pick<SimilarBookingStore, 'surgeAt' | 'addAlert'> | null
  /** Without a trailing slash. */
  publicUrl: () => string
  views: () => Promise<Views>
  openingHours: Pick<OpeningHours, 'current' | 'lastKnown'>
  now: () => number
}

/** More from one network is no family and no office, and one visitor can fill days with them. */
const fromNetworkMost = 5

/** Twenty clients in a morning are a good day. */
const inHourMost = 20

/** Whether the owner hears of so many bookings: many from one network, or more in an hour than in a usual week. */
export const isUnusual = ({ inHour, fromNetwork, usualWeek }: BookingSurge) =>
  fromNetwork > fromNetworkMost || inHour > Math.max(inHourMost, usualWeek)

/** A handler for kinds that only appointments have. */
export const forAppointment =
  (handle: Handler<StoredAppointment>): Handler<Subject> =>
  async (subject, signal) => {
    if (isBlockedTime(subject)) throw new TypeError('A blocked time has no job of this kind.')
    return handle(subject, signal)
  }

export async function emailOwner(
  { mailer, businessEmail, views }: Pick<HandlerDeps, 'mailer' | 'businessEmail' | 'views'>,
  messageId: string,
  write: (emails: EmailTemplates) => Email,
  signal: AbortSignal,
  more: Pick<Message, 'replyTo' | 'inReplyTo'> = {},
): Promise<JobOutcome> {
  const email = write((await views()).emails)
  await mailer.send({ ...email, ...more, messageId, to: businessEmail }, signal)
  return delivered(messageId)
}

/** Everything was fixed or done since the alert was queued. */
const nothingToReport: JobOutcome = { outcome: 'nothing-to-report' }

export type FailingJob = UnfinishedJob & { kind: ReportedKind }

/** The failing jobs that this kind of alert reports, the oldest first, including those already reported. */
export async function failingJobs(jobs: JobViews, alert: AlertKind, nowEpochMs: number) {
  const isReportedHere = (job: UnfinishedJob): job is FailingJob => alertFor(job.kind) === alert
  const unfinished = await jobs.unfinished(nowEpochMs, alertAfterAttempts)
  return unfinished.filter(isReportedHere).sort((a, b) => a.id - b.id)
}

/**
 * Queues an alert about a failing job, unless one that will report it is queued. It waits for the last one's
 * interval.
 */
export const queueFailureAlert = (
  jobs: Pick<JobViews, 'queueAlert'>,
  job: Job,
  alert: AlertKind,
  nowEpochMs: number,
): Promise<void> =>
  jobs.queueAlert(job, alert, { nowEpochMs, withinMs: alertEveryMs }, (hasFailed, recent) => {
    const unsent = recent.filter(({ finishedAtMs }) => finishedAtMs === null)
    // A running alert may have missed a job that failed for good. Any other job asks again at its next attempt.
    if (unsent.some(({ isRunning }) => !hasFailed || !isRunning)) return null
    const sentAtMs = recent.map(({ finishedAtMs }) => finishedAtMs ?? nowEpochMs)
    return Math.max(nowEpochMs, ...sentAtMs.map((atMs) => atMs + alertEveryMs))
  })

/** More than an owner reads. */
const linesMax = 50

/** One line for each failing job, without anything that a client typed. */
export function failureLines(
  failing: readonly Pick<FailingJob, 'kind' | 'startEpochMs' | 'error' | 'hasFailed'>[],
  shop: Pick<Shop, 'timeZone'>,
): string[] {
  const names: Record<ReportedKind, string> = trouble.kinds
  return failing.slice(0, linesMax).map(({ kind, startEpochMs, error, hasFailed }) => {
    const line = trouble[hasFailed ? 'givenUp' : 'waits']
    return line(names[kind], shownTime(startEpochMs, shop), error || trouble.noFault)
  })
}

/** Alerts about failing email go to the calendar, and those about the calendar by email. Each job is reported once. */
export function createFailureAlerts(deps: HandlerDeps): Record<AlertKind, Handler<Subject>> {
  const { calendar, jobViews, openingHours, uidDomain, now } = deps

  /** Sends an alert if a failing job was not reported; `send` gets a name that no earlier alert has. */
  async function report(
    alert: AlertKind,
    signal: AbortSignal,
    send: (failing: FailingJob[], name: string) => Promise<JobOutcome>,
  ): Promise<JobOutcome> {
    const failing = await failingJobs(jobViews, alert, now())
    const unreported = failing.filter((job) => !job.isAlerted)
    if (unreported.length === 0) return nothingToReport
    const name = `${Math.floor(now() / alertEveryMs)}.${Math.max(...unreported.map(({ id }) => id))}`
    const outcome = await send(failing, name)
    await untilNoted(() => jobViews.markAlerted(failing, now()), signal)
    return outcome
  }

  return {
    'trouble-mail': ({ id, sequence }, signal) =>
      report('trouble-mail', signal, (failing, name) => {
        const lines = failureLines(failing, openingHours.lastKnown())
        const mailId = messageId(id, `trouble-mail.${name}`, sequence, uidDomain)
        return emailOwner(deps, mailId, (emails) => emails.calendarTrouble(failing.length, lines), signal)
      }),

    'trouble-event': ({ id, sequence }, signal) =>
      report('trouble-event', signal, async (failing, name) => {
        const uid = eventUid(`trouble-${id}-${name}`, uidDomain)
        const lines = failureLines(failing, openingHours.lastKnown())
        const description = [trouble.mailLead, ...lines, trouble.whatToDo].join('\n')
        const texts = { summary: trouble.mailSummary(failing.length), description, location: addressLine }
        const startEpochMs = now()
        const times = { startEpochMs, endEpochMs: startEpochMs + 15 * msPerMinute }
        await calendar.put({ uid, sequence, status: 'confirmed', ...texts, ...times }, signal)
        return delivered(uid)
      }),
  }
}

/** Alerts the owner to more bookings from the page than usual. */
export function createBookingAlert(deps: HandlerDeps) {
  const { similarBookings, uidDomain, publicUrl } = deps
  return {
    'booking-alert': forAppointment(async ({ id, appointment_date, sequence }, signal) => {
      const surge = await similarBookings?.surgeAt(id)
      if (!surge || !isUnusual(surge)) return nothingToReport
      const deskLink = `${publicUrl()}${appointmentPath(appointment_date, id)}`
      const emailId = messageId(id, 'booking-alert', sequence, uidDomain)
      return emailOwner(deps, emailId, (emails) => emails.bookingAlert(surge, deskLink), signal)
    }),
  }
}

/** The findings of the polls that matter to the owner; `isNew` if the last notice left some of it out. */
export function calendarReport(findings: PollFindings, nowEpochMs: number) {
  const { polledAtMs, unreadable, onHold, alertedUnreadable, alertedPolledAtMs } = findings
  const isOld = isLongAgo(polledAtMs ?? 0, nowEpochMs)
  const isNew =
    onHold.some((one) => !one.isAlerted) ||
    unreadable > alertedUnreadable ||
    (isOld && alertedPolledAtMs !== (polledAtMs ?? 0))
  return { polledAtMs, isOld, unreadable, onHold, isNew }
}

type CalendarReport = ReturnType<typeof calendarReport>

/** Queues a notice about the polls if there is something new. @returns whether it queued one */
export const queueCalendarNotice = (polls: PollStore, calendar: string, nowEpochMs: number) =>
  polls.queueNotice(
    calendar,
    { nowEpochMs, withinMs: calendarNoticeEveryMs },
    (findings) => calendarReport(findings, nowEpochMs).isNew,
  )

/**
 * The same for the same report, so email apps know an email that was sent twice. Made from what was found and not
 * from the time of sending, because the clocks of several processes differ.
 */
function fingerprint({ polledAtMs, isOld, unreadable, onHold }: CalendarReport): string {
  const pollMs = isOld || unreadable > 0 ? polledAtMs : null
  const times = onHold.map(({ startEpochMs, endEpochMs, sinceMs }) => [startEpochMs, endEpochMs, sinceMs])
  return hash('sha256', JSON.stringify([pollMs, unreadable, times]), 'hex').slice(0, 16)
}

/** Notices about what the owner did in the calendar, unless the shop has another calendar by now. */
export function createCalendarNotices(deps: HandlerDeps) {
  const { remoteId, polls, openingHours, uidDomain, now } = deps

  return {
    /** Each rejected move is an email of its own. */
    'move-refused': forAppointment(async (appointment, signal) => {
      const { id, sequence } = appointment
      const rejected = remoteId && (await polls.findRejection(remoteId, eventUid(id, uidDomain)))
      if (!rejected) return nothingToReport
      const mailId = messageId(id, `move-refused.${rejected.count}`, sequence, uidDomain)
      const shop = openingHours.lastKnown()
      return emailOwner(deps, mailId, (emails) => emails.moveRefused(appointment, rejected, shop), signal)
    }),

    'event-restored': forAppointment(async (appointment, signal) => {
      const { id, sequence } = appointment
      const sinceMs = remoteId && (await polls.findRestored(remoteId, eventUid(id, uidDomain)))
      if (!sinceMs) return nothingToReport
      const mailId = messageId(id, `event-restored.${sinceMs}`, sequence, uidDomain)
      const shop = openingHours.lastKnown()
      return emailOwner(deps, mailId, (emails) => emails.eventRestored(appointment, shop), signal)
    }),

    'calendar-notice': forAppointment(async ({ id, sequence }, signal) => {
      if (!remoteId) return nothingToReport
      const report = calendarReport(await polls.findings(remoteId, now()), now())
      if (!report.isNew) return nothingToReport
      const mailId = messageId(id, `calendar-notice.${fingerprint(report)}`, sequence, uidDomain)
      const shop = openingHours.lastKnown()
      const outcome = await emailOwner(deps, mailId, (emails) => emails.calendarNotice(report, shop), signal)
      await untilNoted(() => polls.markAlerted(remoteId, report, now()), signal)
      return outcome
    }),
  }
}
