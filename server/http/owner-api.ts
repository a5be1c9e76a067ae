import { stringify } from 'csv-stringify/sync'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { deskArguments, deskErrors as words } from '#copy/errors.ts'
import { type BlockedTime, blockedTimeMaxDays } from '../../booking/appointment.ts'
import { createClientFinder } from '../../booking/contact.ts'
import { consultation } from '../../booking/kinds.ts'
import { readingCalls } from '../../booking/links.ts'
import {
  type Agenda,
  type CallName,
  callArguments,
  type DeskAppointment,
  type DeskCalls,
  idempotencyKey,
  type OverdueJob,
  type Parsed,
} from '../../booking/owner-api.ts'
import { buildReport } from '../../booking/reports.ts'
import {
  addDays,
  epochMsToWallTime,
  formatDate,
  formatTime,
  msPerDay,
  msPerHour,
  msPerMinute,
  shownTime,
  wallTimeToEpochMs,
} from '../../booking/time.ts'
import { intervalToWallStretch, wallStretchToInterval } from '../appointments/blocked-times.ts'
import { OpeningHoursChanged, OpeningHoursError } from '../appointments/opening-hours.ts'
import type { ChangeOutcome, NoteOutcome, WallTime } from '../db/appointment-changes.ts'
import type { Likeness } from '../db/similar-bookings.ts'
import { type RecordFailure, requireSession } from './auth-api.ts'
import { ApiError, invalidRequest, onlyMethods, parse } from './errors.ts'
import { sendCompressed } from './pages.ts'
import type { Services } from './services.ts'

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

/** Writes appointments as CSV (RFC 4180) in which no cell is a formula. */
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

/** Retries all overdue jobs or the one. @returns what is still overdue; null when there is no such job */
async function retryOverdue(
  { storage: { ownerViews, jobViews }, worker, now }: Services,
  id: number | undefined,
): Promise<OverdueJob[] | null> {
  const overdue = await ownerViews.overdue(now())
  const wanted = overdue.filter(({ entry }) => id === undefined || entry.id === id)
  if (id !== undefined && wanted.length === 0) return null
  await jobViews.retry(now(), id)
  await Promise.all(wanted.slice(0, 20).map(({ subjectId, kind }) => worker.runNow(subjectId, kind)))
  worker.wakeAt(now())
  return (await ownerViews.overdue(now())).map(({ entry }) => entry)
}

type Answers = {
  [Name in CallName]: (
    sent: Parsed<Name>,
    reply: FastifyReply,
    request: FastifyRequest,
  ) => Promise<DeskCalls[Name]['answers'] | FastifyReply>
}

const unknown = (what: keyof typeof words.unknown) => new ApiError(404, 'P0002', words.unknown[what])

/** The owner's calls, in the public conventions of PostgREST. Each needs a session of the desk. */
export async function deskCalls(app: FastifyInstance, services: Services, failed: RecordFailure) {
  const { config, storage, appointments, blockedTimes, keptEmails, openingHours, timeZone, now } = services
  const { similarBookings, ownerViews, notes } = storage
  const signedIn = requireSession(services.sessions, config.anonKey, failed)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    await signedIn(request)
  })

  const startOfDay = (date: string) =>
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone }).epochMilliseconds
  const daysOf = ({ from, to }: Parsed<'agenda'>) => ({
    startEpochMs: startOfDay(from),
    endEpochMs: startOfDay(addDays(to, 1)),
  })
  const dateOf = (epochMs: number) => epochMsToWallTime(epochMs, timeZone).date
  const shownBlockedTime = ({ id, from, to, reason }: BlockedTime): BlockedTime => ({ id, from, to, reason })

  async function found(id: string) {
    const appointment = await ownerViews.find(id, now())
    if (!appointment) throw unknown('appointment')
    return appointment
  }

  /** Someone changed the appointment first: the error has its current state. */
  async function stale(id: string): Promise<ApiError> {
    const appointment = await found(id)
    const when = shownTime(Date.parse(appointment.starts_at), { timeZone })
    const message =
      appointment.status === 'cancelled'
        ? words.cancelledMeanwhile(appointment.full_name)
        : words.changedMeanwhile(appointment.full_name, when)
    return new ApiError(409, '40001', message, { details: JSON.stringify(appointment) })
  }

  const taken = ({ appointment_date, appointment_time }: WallTime) =>
    new ApiError(409, '23P01', words.taken(formatTime(appointment_time), formatDate(appointment_date)))

  /** The owner books at any time, except on a past day or when the clock skips or repeats that time. */
  function checkTime({ appointment_date, appointment_time }: WallTime): void {
    if (appointment_date < dateOf(now())) throw invalidRequest(words.dayOver)
    checkClock(() => wallTimeToEpochMs(appointment_date, appointment_time, timeZone))
  }

  function checkClock<T>(derive: () => T): T {
    try {
      return derive()
    } catch (error) {
      if (error instanceof RangeError) throw invalidRequest(words.clockChange)
      throw error
    }
  }

  async function changed(outcome: ChangeOutcome, id: string, to?: WallTime) {
    if (outcome.status === 'taken' && to) throw taken(to)
    if (outcome.status !== 'changed') throw await stale(id)
    return found(id)
  }

  async function noted(outcome: NoteOutcome, id: string) {
    if (outcome === 'unknown') throw unknown('appointment')
    if (outcome === 'stale') throw await stale(id)
    if (outcome === 'not-begun') throw invalidRequest(words.notBegun)
    return found(id)
  }

  const answers: Answers = {
    async agenda(days, reply, request) {
      const view = await ownerViews.agenda(daysOf(days), now())
      const { appointments, blocked } = view
      const accept = request.headers.accept ?? ''
      const file = (type: string, text: string) => reply.type(`${type}; charset=utf-8`).send(text)
      if (accept.includes('text/csv')) return file('text/csv', agendaTable(appointments))
      if (accept.includes('text/calendar'))
        return file('text/calendar', services.writeAgenda(appointments, blocked))
      const booking_alert = await similarBookings.findAlert(now())
      const agenda: Agenda = {
        appointments,
        closures: blocked.map(shownBlockedTime),
        busy: view.busy.map((time) => intervalToWallStretch(time, timeZone)),
        owed: view.ofBlockedTimes,
        owed_elsewhere: view.elsewhere,
        ...(booking_alert && { booking_alert }),
      }
      return sendCompressed(request, reply, agenda)
    },

    async book_for_client(sent, _reply, { headers }) {
      const { full_name, appointment_date, appointment_time } = sent
      const to = { appointment_date, appointment_time }
      checkTime(to)
      const outcome = await appointments.bookForClient(
        await openingHours.current(),
        {
          full_name,
          email: sent.email ?? '',
          phone: sent.phone ?? '',
          referral_source: sent.referral_source ?? '',
          ...to,
        },
        {
          note: sent.note ?? '',
          key: parse(idempotencyKey, headers['idempotency-key']),
          kind: sent.kind ?? consultation,
          durationMinutes: sent.durationMinutes ?? undefined,
        },
      )
      if (!('appointment' in outcome)) throw taken(to)
      return found(outcome.appointment.id)
    },

    async move_appointment({ id, sequence, durationMinutes, ...to }) {
      const before = await found(id)
      checkTime(to)
      const minutes = (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / msPerMinute
      const isUnchanged =
        before.appointment_date === to.appointment_date &&
        before.appointment_time === to.appointment_time &&
        minutes === (durationMinutes ?? minutes)
      if (isUnchanged && before.sequence === sequence) throw invalidRequest(words.sameTime)
      const move = { id, expectedSequence: sequence, durationMinutes: durationMinutes ?? minutes, to }
      return changed(await appointments.move(await openingHours.current(), { ...move, by: 'desk' }), id, to)
    },

    async cancel_appointment({ id, sequence, message }) {
      await found(id)
      const change = { id, expectedSequence: sequence, by: 'desk', message: message?.trim() ?? '' } as const
      return changed(await appointments.cancel(change), id)
    },

    async note_attendance({ id, sequence, attendance }) {
      const of = { id, expectedSequence: sequence ?? undefined }
      return noted(await notes.setAttendance(of, attendance, now()), id)
    },

    async write_note({ id, sequence, note, before }) {
      const of = { id, expectedSequence: sequence ?? undefined, expectedNote: before ?? undefined }
      return noted(await notes.setNote(of, note), id)
    },

    async close_time({ from, to, reason }) {
      const { startEpochMs, endEpochMs } = checkClock(() => wallStretchToInterval({ from, to }, timeZone))
      if (endEpochMs - startEpochMs > blockedTimeMaxDays * msPerDay) throw invalidRequest(words.closedTooLong)
      const blocked = await blockedTimes.block({ from, to, reason: reason?.trim() ?? '' })
      const during = await ownerViews.confirmedDuring(blocked, now())
      return { closure: shownBlockedTime(blocked), appointments: during, was_closed: blocked.wasBlocked }
    },

    async reopen_time({ id }) {
      const blocked = await blockedTimes.unblock(id, 'desk')
      if (!blocked) throw unknown('closure')
      const others = await storage.blockedTimes.during(blocked)
      return { closure: shownBlockedTime(blocked), ...(others.length > 0 && { still_closed: true }) }
    },

    opening: async () => (await openingHours.current()).opening,

    async set_opening({ before, ...changes }) {
      const given = (fields: object) =>
        Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
      try {
        return await openingHours.change(given(changes), given(before ?? {}))
      } catch (error) {
        if (error instanceof OpeningHoursError) throw invalidRequest(error.message)
        if (!(error instanceof OpeningHoursChanged)) throw error
        const details = JSON.stringify(error.opening)
        throw new ApiError(409, '40001', words.openingChangedMeanwhile, { details })
      }
    },

    async figures(days) {
      const counted = await ownerViews.countedDuring(daysOf(days))
      return buildReport(counted.map(({ bookedAtMs, ...one }) => ({ ...one, booked_on: dateOf(bookedAtMs) })))
    },

    async find_client({ q }) {
      const isWanted = createClientFinder(q)
      return isWanted ? ownerViews.clients(isWanted, 50, now()) : []
    },

    async forget_client(client) {
      if ('id' in client) {
        const { email, phone } = await found(client.id)
        if (email ?? phone) throw invalidRequest(deskArguments.client)
      }
      const outcome = await services.deleteClient(client)
      if (outcome.status === 'deleted') return { forgotten: outcome.appointments }
      if (outcome.status === 'not-notified') throw new ApiError(409, '55006', words.notTold)
      const times = outcome.startsMs.map((at) => shownTime(at, { timeZone })).join('; ')
      throw new ApiError(409, '55006', words.stillExpected(times))
    },

    async similar_bookings({ id, hours }) {
      await found(id)
      const nowEpochMs = now()
      const sinceMs = nowEpochMs - hours * msPerHour
      const count = (by: Likeness) => similarBookings.count({ id, by, sinceMs, nowEpochMs })
      const [network, email, phone] = await Promise.all([count('network'), count('email'), count('phone')])
      return { network, email, phone }
    },

    async undo_bookings({ id, by, hours }) {
      await found(id)
      return { undone: await appointments.undo({ id, by, sinceMs: now() - hours * msPerHour }) }
    },

    async deliver_owed({ id }) {
      const left = await retryOverdue(services, id ?? undefined)
      if (!left) throw unknown('delivery')
      return left
    },

    sent_mails: async () => (keptEmails ? keptEmails.newest() : null),

    async sent_mail({ id }) {
      const mail = await keptEmails?.find(id)
      if (!mail) throw unknown('mail')
      return mail
    },
  }

  function serve<Name extends CallName>(name: Name): void {
    const url = `/rpc/${name}`
    const schema = callArguments[name] as unknown as z.ZodType<Parsed<Name>>
    const isReading = (readingCalls as readonly string[]).includes(name)
    const answer = (sent: unknown, request: FastifyRequest, reply: FastifyReply) =>
      answers[name](parse(schema, sent ?? {}, name), reply, request)
    // The official client sends a POST also for reading, unless told otherwise.
    app.post(url, (request, reply) => answer(request.body, request, reply))
    if (isReading) app.get(url, (request, reply) => answer(request.query, request, reply))
    onlyMethods(app, url, isReading ? ['GET', 'HEAD', 'POST'] : ['POST'])
  }
  for (const name of Object.keys(callArguments) as CallName[]) serve(name)
}
