import { stringify } from 'csv-stringify/sync'
import { withName } from '../../../booking/contact.ts'
import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import type { Parsed } from '../../../booking/owner-arguments.ts'
import { toJson } from '../../../booking/owner-json.ts'
import { buildReport } from '../../../booking/reports.ts'
import { addDays, epochMsToWallTime } from '../../../booking/time.ts'
import { intervalToWallStretch } from '../../appointments/blocked-times.ts'
import { sendCompressed } from '../pages.ts'
import type { Services } from '../services.ts'
import type { Answers } from './answers.ts'
import { shownBlockedTime } from './opening.ts'

const csvColumns = [
  'appointment_date',
  'appointment_time',
  'full_name',
  'email',
  'phone',
  'referral_source',
  'kind',
  'status',
  'attendance',
  'booked_by',
  'visit',
  'note',
  'created_at',
  'id',
] as const satisfies (keyof DeskAppointment)[]

/** Writes appointments as CSV (RFC 4180) without any cell that is a formula. */
function agendaTable(appointments: readonly DeskAppointment[]): string {
  return stringify([...appointments], {
    header: true,
    columns: [...csvColumns],
    escape_formulas: true,
    // In some countries, spreadsheets would start a new cell at a semicolon in a note.
    quoted: true,
    record_delimiter: 'windows',
    bom: true,
  })
}

/** Calls that only read: the agenda, as JSON, a table, or a calendar, and the figures. */
export function dayCalls(services: Services) {
  const { storage, remoteId, timeZone, now } = services
  const { similarBookings, ownerViews, jobViews, polls } = storage
  const startOfDay = (date: string) =>
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds
  const daysOf = ({ from, to }: Parsed<'agenda'>) => ({
    startEpochMs: startOfDay(from),
    endEpochMs: startOfDay(addDays(to, 1)),
  })

  async function vanished(): Promise<Agenda['vanished']> {
    if (remoteId === null) return []
    const { onHold } = await polls.findings(remoteId, now())
    const ids = onHold.filter(({ isPutBack }) => !isPutBack).map(({ id }) => id)
    const found = ids.length > 0 ? await ownerViews.findAll(ids, now()) : []
    return found.map(({ id, full_name, appointment_date, appointment_time }) => {
      return { id, full_name, appointment_date, appointment_time }
    })
  }

  return {
    async agenda(days, reply, request) {
      const view = await ownerViews.agenda(daysOf(days), now())
      const { blocked } = view
      const appointments = view.appointments.map(withName)
      const accept = request.headers.accept ?? ''
      const file = (type: string, text: string) => reply.type(`${type}; charset=utf-8`).send(text)
      if (accept.includes('text/csv')) return file('text/csv', agendaTable(appointments))
      if (accept.includes('text/calendar'))
        return file('text/calendar', services.writeAgenda(appointments, blocked))
      const agenda: Agenda = {
        appointments,
        blocked: blocked.map(shownBlockedTime),
        busy: view.busy.map((time) => intervalToWallStretch(time, timeZone)),
        pending: view.ofBlockedTimes,
        pending_elsewhere: view.elsewhere,
        booking_alerts: await similarBookings.findAlerts(now()),
        latest_bookings: await ownerViews.latestBookings(now()),
        failing_emails: await jobViews.failingEmails(now()),
        vanished: await vanished(),
      }
      return sendCompressed(request, reply, toJson(agenda))
    },

    async figures(days) {
      const counted = await ownerViews.countedDuring(daysOf(days))
      return buildReport(
        counted.map(({ bookedAtMs, ...appointment }) => ({
          ...appointment,
          booked_on: epochMsToWallTime(bookedAtMs, timeZone).date,
        })),
      )
    },
  } satisfies Partial<Answers>
}
