import { hash } from 'node:crypto'
import { trouble } from '#copy/emails.ts'
import { addressLine } from '#shop/business.ts'
import { eventUid } from '../../booking/calendar-event.ts'
import { type AlertKind, alertFor, type ReportedKind } from '../../booking/job-kinds.ts'
import { appointmentPath } from '../../booking/links.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { formatMoment, msPerHour, msPerMinute } from '../../booking/time.ts'
import type { EmailTemplates } from '../../booking/views.ts'
import { isLongAgo } from '../calendar/calendar.ts'
import type { PollFindings, PollStore } from '../db/calendar-polls.ts'
import type { JobViews, UnfinishedJob } from '../db/job-views.ts'
import type { Job, JobOutcome, Subject } from '../db/jobs.ts'
import type { BookingSurge } from '../db/similar-bookings.ts'
import { appointmentHandler, emailOwner, type HandlerDeps } from './handler-base.ts'
import { delivered, type Handler, retryUntilStored } from './worker.ts'

export const alertAfterAttempts = 8

export const alertEveryMs = 6 * msPerHour

const calendarNoticeEveryMs = 10 * msPerMinute

/** The most a family or office books; one visitor with more could fill days. */
const fromNetworkMax = 5

/** In an hour with more bookings than this and than a usual week, several from one network are unusual sooner. */
const inHourMax = 10
const severalFromNetwork = 3

/** Twenty clients in a morning is a good day. */
const inMorningMax = 20

export const isUnusual = ({ inHour, fromNetwork, usualWeek }: BookingSurge) =>
  fromNetwork > fromNetworkMax ||
  (inHour > Math.max(inHourMax, usualWeek) && fromNetwork >= severalFromNetwork) ||
  inHour > Math.max(inMorningMax, usualWeek)

const nothingToReport: JobOutcome = { outcome: 'nothing-to-report' }

export type FailingJob = UnfinishedJob & { kind: ReportedKind }

/** The oldest first, including those already reported. */
export async function findFailingJobs(jobs: JobViews, alert: AlertKind, nowEpochMs: number) {
  const isReportedHere = (job: UnfinishedJob): job is FailingJob => alertFor(job.kind) === alert
  const unfinished = await jobs.unfinished(nowEpochMs, alertAfterAttempts)
  return unfinished.filter(isReportedHere).sort((a, b) => a.id - b.id)
}

export const queueFailureAlert = (
  jobs: Pick<JobViews, 'queueAlert'>,
  job: Job,
  alert: AlertKind,
  nowEpochMs: number,
): Promise<void> =>
  jobs.queueAlert(job, alert, { nowEpochMs, withinMs: alertEveryMs }, (hasFailed, recent) => {
    const unsent = recent.filter(({ finishedAtMs }) => finishedAtMs === null)
    // A running alert may have missed a job that failed permanently. Any other job asks again at its next attempt.
    if (unsent.some(({ isRunning }) => !hasFailed || !isRunning)) return null
    const sentAtMs = recent.map(({ finishedAtMs }) => finishedAtMs ?? nowEpochMs)
    return Math.max(nowEpochMs, ...sentAtMs.map((atMs) => atMs + alertEveryMs))
  })

const linesMax = 50

/** One line for each failing job, without anything that a client typed. */
export function formatFailures(
  failing: readonly Pick<FailingJob, 'kind' | 'startEpochMs' | 'error' | 'hasFailed'>[],
  shop: Pick<Shop, 'timeZone'>,
): string[] {
  const names: Record<ReportedKind, string> = trouble.kinds
  return failing.slice(0, linesMax).map(({ kind, startEpochMs, error, hasFailed }) => {
    const line = trouble[hasFailed ? 'givenUp' : 'waits']
    return line(names[kind], formatMoment(startEpochMs, shop), error || trouble.noError)
  })
}

/** Alerts about failing email go to the calendar, and those about the calendar by email. Each job is reported once. */
export function createFailureAlerts(deps: HandlerDeps): Record<AlertKind, Handler<Subject>> {
  const { calendar, jobViews, openingHours, uidDomain, now } = deps

  /** @param send - gets a name that no earlier alert has */
  async function report(
    alert: AlertKind,
    signal: AbortSignal,
    send: (count: number, lines: string[], name: string) => Promise<JobOutcome>,
  ): Promise<JobOutcome> {
    const failing = await findFailingJobs(jobViews, alert, now())
    const unreported = failing.filter((job) => !job.isAlerted)
    if (unreported.length === 0) return nothingToReport
    const name = `${Math.floor(now() / alertEveryMs)}.${Math.max(...unreported.map(({ id }) => id))}`
    const outcome = await send(failing.length, formatFailures(failing, openingHours.lastKnown()), name)
    await retryUntilStored(() => jobViews.markAlerted(failing, now()), signal)
    return outcome
  }

  return {
    'trouble-mail': (subject, signal) =>
      report('trouble-mail', signal, (count, lines, name) => {
        const write = (emails: EmailTemplates) => emails.calendarTrouble(count, lines)
        return emailOwner(deps, subject, `trouble-mail.${name}`, write, signal)
      }),

    'trouble-event': ({ id, sequence }, signal) =>
      report('trouble-event', signal, async (count, lines, name) => {
        const uid = eventUid(`trouble-${id}-${name}`, uidDomain)
        const description = [trouble.mailLead, ...lines, trouble.whatToDo].join('\n')
        const texts = { summary: trouble.mailSummary(count), description, location: addressLine }
        const startEpochMs = now()
        const times = { startEpochMs, endEpochMs: startEpochMs + 15 * msPerMinute }
        await calendar.put({ uid, sequence, status: 'confirmed', ...texts, ...times }, signal)
        return delivered(uid)
      }),
  }
}

/** `isNew` if the last notice left out some of it. */
export function buildCalendarReport(findings: PollFindings, nowEpochMs: number) {
  const { polledAtMs, unreadable, onHold, alertedUnreadable, alertedPolledAtMs } = findings
  const isOld = isLongAgo(polledAtMs ?? 0, nowEpochMs)
  const isNew =
    onHold.some((event) => !event.isAlerted) ||
    unreadable > alertedUnreadable ||
    (isOld && alertedPolledAtMs !== (polledAtMs ?? 0))
  return { polledAtMs, isOld, unreadable, onHold, isNew }
}

type CalendarReport = ReturnType<typeof buildCalendarReport>

export const queueCalendarNotice = (polls: PollStore, calendar: string, nowEpochMs: number) =>
  polls.queueNotice(
    calendar,
    { nowEpochMs, withinMs: calendarNoticeEveryMs },
    (findings) => buildCalendarReport(findings, nowEpochMs).isNew,
  )

/** The same for the same report, so email apps recognize an email that was sent twice. Process clocks differ. */
function fingerprint({ polledAtMs, isOld, unreadable, onHold }: CalendarReport): string {
  const pollMs = isOld || unreadable > 0 ? polledAtMs : null
  const times = onHold.map(({ startEpochMs, endEpochMs, sinceMs }) => [startEpochMs, endEpochMs, sinceMs])
  return hash('sha256', JSON.stringify([pollMs, unreadable, times]), 'hex').slice(0, 16)
}

export function createNotices(deps: HandlerDeps) {
  const { remoteId, polls, openingHours, uidDomain, now } = deps

  return {
    'booking-alert': appointmentHandler(async (appointment, signal) => {
      const { id, appointment_date } = appointment
      const surge = await deps.similarBookings?.surgeAt(id, now())
      if (!surge || !isUnusual(surge)) return nothingToReport
      const deskLink = `${deps.publicUrl()}${appointmentPath(appointment_date, id)}/undo`
      const write = (emails: EmailTemplates) => emails.bookingAlert(surge, deskLink)
      return emailOwner(deps, appointment, 'booking-alert', write, signal)
    }),

    'move-refused': appointmentHandler(async (appointment, signal) => {
      const rejected = remoteId && (await polls.findRejection(remoteId, eventUid(appointment.id, uidDomain)))
      if (!rejected) return nothingToReport
      const write = (emails: EmailTemplates) =>
        emails.moveRefused(appointment, rejected, openingHours.lastKnown())
      return emailOwner(deps, appointment, `move-refused.${rejected.count}`, write, signal)
    }),

    'event-restored': appointmentHandler(async (appointment, signal) => {
      const sinceMs = remoteId && (await polls.findRestored(remoteId, eventUid(appointment.id, uidDomain)))
      if (!sinceMs) return nothingToReport
      const write = (emails: EmailTemplates) => emails.eventRestored(appointment, openingHours.lastKnown())
      return emailOwner(deps, appointment, `event-restored.${sinceMs}`, write, signal)
    }),

    'calendar-notice': appointmentHandler(async (appointment, signal) => {
      if (!remoteId) return nothingToReport
      const report = buildCalendarReport(await polls.findings(remoteId, now()), now())
      if (!report.isNew) return nothingToReport
      const write = (emails: EmailTemplates) => emails.calendarNotice(report, openingHours.lastKnown())
      const name = `calendar-notice.${fingerprint(report)}`
      const outcome = await emailOwner(deps, appointment, name, write, signal)
      await retryUntilStored(() => polls.markAlerted(remoteId, report, now()), signal)
      return outcome
    }),
  }
}
