import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldTitles } from '#copy/booking-form.ts'
import { callErrors, requestErrors } from '#copy/errors.ts'
import {
  type AppointmentFields,
  fieldNames,
  repeatableForMs,
  type StoredAppointment,
} from '../../booking/appointment.ts'
import { pickSpreadTimes } from '../../booking/availability.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { hoursAnswer } from '../../booking/public-api.ts'
import { fieldSentences } from '../../booking/sentences.ts'
import { formatDate, formatTime, isCalendarDate, joinTimes, msPerMinute } from '../../booking/time.ts'
import {
  getContext,
  normalizeField,
  type TypedFields,
  type Validation,
  validate,
} from '../../booking/validation.ts'
import type { Availability, Visit } from '../appointments/availability.ts'
import type { WallTime } from '../db/appointment-changes.ts'
import { isAdvertisement } from './advertising.ts'
import { ApiError, onlyMethods, parse } from './errors.ts'
import { type GetNetwork, tooManyBookings } from './limits.ts'
import type { Services } from './services.ts'

/** Checks only the shape. `validate` has the rules. A missing field counts as empty. */
const typed = z.strictObject(
  Object.fromEntries(
    fieldNames.map((name) => [name, z.string(callErrors.text(fieldTitles[name])).optional()]),
  ),
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? callErrors.noField(JSON.stringify(issue.keys[0]?.slice(0, 40)))
        : callErrors.sixFields,
  },
)

const invalid = (messages: readonly string[], details: readonly string[]) =>
  new ApiError(400, '22023', messages.join(' '), { details: details.join(', ') || null })

/**
 * Returns the fields as stored.
 * @throws {ApiError} 400 with a message for each error
 */
async function toAppointmentFields(
  body: unknown,
  shop: Shop,
  services: Services,
  bookedWithinMs = repeatableForMs,
): Promise<AppointmentFields> {
  const shape = typed.safeParse(body)
  if (!shape.success) {
    const { issues } = shape.error
    const details = issues.map((issue) => issue.path.join('.')).filter(Boolean)
    throw invalid(
      issues.map((issue) => issue.message),
      details,
    )
  }
  const validation = await validateUnlessBooked(shape.data, shop, services, bookedWithinMs)
  if (validation.ok) return validation.fields
  const errors = fieldSentences(validation.faults)
  throw invalid(Object.values(errors), Object.keys(errors))
}

/** Returns a hook that rejects requests without the public key, as `apikey` or bearer token. */
export function requireAnonKey(anonKey: string) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const bearer = headers.authorization?.replace(/^Bearer\s+/i, '')
    if (headers.apikey === anonKey || bearer === anonKey) return
    throw new ApiError(401, 'PGRST301', callErrors.needsKey)
  }
}

/** Accepts a recent booking again, even if midnight passed since then, or the hours changed. */
export async function validateUnlessBooked(
  typed: TypedFields,
  shop: Shop,
  { appointments, now }: Pick<Services, 'appointments' | 'now'>,
  bookedWithinMs = repeatableForMs,
): Promise<Validation> {
  const validation = validate(typed, getContext(shop, now()))
  const { ok, fields } = validation
  const isAdvertising = ok && isAdvertisement(fields.full_name)
  if ((ok && !isAdvertising) || !fields) return validation
  if (await appointments.findRecent(fields, bookedWithinMs)) return { ok: true, fields }
  return isAdvertising
    ? { ok: false, faults: { full_name: { rule: 'nameAddress' } }, fields: undefined }
    : validation
}

/** @see https://docs.postgrest.org/en/stable/references/api/resource_representation.html */
const singularMediaType = 'application/vnd.pgrst.object+json'

const columns = [...fieldNames, 'id', 'created_at'] as const
type Column = (typeof columns)[number]

function listed(query: unknown, key: 'columns' | 'select'): string[] | null {
  if (typeof query !== 'object' || query === null || !(key in query)) return null
  const value = (query as Record<string, unknown>)[key]
  if (typeof value !== 'string') throw new ApiError(400, 'PGRST100', callErrors.givenOnce(key))
  const names = value.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return names.includes('*') || value === '' ? null : names
}

function asColumns(names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = columns.find((known) => known === name)
    if (column) return column
    throw new ApiError(400, '42703', callErrors.noField(JSON.stringify(name.slice(0, 40))))
  })
}

/** The client library sends the row as an object or in an array. @throws {ApiError} 400 for more, or an unknown column */
function rowToInsert({ body, query }: FastifyRequest): unknown {
  asColumns(listed(query, 'columns') ?? [])
  if (!Array.isArray(body)) return body
  if (body.length === 1) return body[0]
  throw new ApiError(400, 'PGRST102', callErrors.oneAtATime)
}

/** Answers an insert according to `Prefer` and `Accept`: with nothing, the row in an array, or the row alone. */
function sendInserted(
  request: FastifyRequest,
  reply: FastifyReply,
  row: Record<Column, string>,
  wanted: readonly Column[],
) {
  // The client library may send a list.
  const prefer = String(request.headers.prefer ?? '')
  if (!prefer.includes('return=representation')) return reply.send()
  reply.header('preference-applied', 'return=representation')
  const object = Object.fromEntries(wanted.map((column) => [column, row[column]]))
  return request.headers.accept?.includes(singularMediaType)
    ? reply.type(`${singularMediaType}; charset=utf-8`).send(JSON.stringify(object))
    : reply.send([object])
}

const appointmentsUrl = '/appointments'

/**
 * Other times for a taken one: "Closest open times that day: 10:00, 11:00", or "No open times on that day. Next:
 * Monday, December 7, 2026 at 9:00 AM, 11:30 AM, or 3:00 PM."
 */
export async function otherTimes(
  availability: Availability,
  shop: Shop,
  taken: WallTime,
  visit?: Visit,
): Promise<string> {
  const open = await availability.openTimesNear(shop, taken, visit)
  if (open.length > 0) return requestErrors.nearest(open.join(', '))
  const next = await availability.openDayAfter(shop, taken.appointment_date, visit)
  const words = next && requestErrors.next(formatDate(next.date), joinTimes(pickSpreadTimes(next.times)))
  return [requestErrors.full, words].filter(Boolean).join(' ')
}

/** The worker waits this long for calls 2 and 3, which the page makes right after this one. */
const headStartMs = 5000

/** Call 1: inserts an appointment (specification, point 7). */
export function appointments(app: FastifyInstance, services: Services, networkOf: GetNetwork): void {
  app.post(appointmentsUrl, async (request, reply) => {
    // Checked before anything is stored.
    const wanted = asColumns(listed(request.query, 'select') ?? columns)
    const row = rowToInsert(request)
    const shop = await services.openingHours.current()
    const fields = await toAppointmentFields(row, shop, services)
    const outcome = await services.appointments.book(shop, fields, headStartMs, networkOf(request))
    if (outcome.status === 'too-many') throw tooManyBookings()
    if (outcome.status === 'taken') {
      const [time, date] = [formatTime(fields.appointment_time), formatDate(fields.appointment_date)]
      const hint = await otherTimes(services.availability, shop, fields)
      throw new ApiError(409, '23P01', requestErrors.taken(time, date), { hint })
    }
    reply.code(outcome.status === 'booked' ? 201 : 200).header('cache-control', 'no-store')
    return sendInserted(request, reply, outcome.appointment, wanted)
  })

  const reject = async () => {
    throw new ApiError(403, '42501', callErrors.onlyBooking)
  }
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: appointmentsUrl,
    onRequest: reject,
    handler: reject,
  })
  app.options(appointmentsUrl, async (_request, reply) =>
    reply.code(204).header('allow', 'POST, OPTIONS').send(),
  )
}

/** The page makes its calls within seconds of the booking. */
const followUpLastsMs = 15 * msPerMinute

const text = (name: string) => z.string(callErrors.text(name))
const instant = (name: string) => z.iso.datetime({ offset: true, error: callErrors.instant(name) })

const calendarEvent = z.strictObject(
  {
    summary: text('summary'),
    description: text('description'),
    startDateTime: instant('startDateTime'),
    endDateTime: instant('endDateTime'),
    // PostgreSQL rejects a NUL.
    attendeeEmail: text('attendeeEmail').regex(/^[^\0]*$/, callErrors.address('attendeeEmail')),
  },
  callErrors.eventBody,
)

const notification = z.strictObject(
  { appointmentData: z.unknown().optional(), calendarLink: text('calendarLink') },
  callErrors.notificationBody,
)

/**
 * Calls 2 and 3 (specification, point 7). Their bodies only identify the appointment. The event and email use the
 * stored data.
 */
export function followUpCalls(app: FastifyInstance, services: Services): void {
  const { storage, worker, appointments, openingHours, now } = services

  /** Returns the event's or email's id; null without such a job, as for an appointment that the owner entered. */
  async function deliver(appointment: StoredAppointment | null, kind: JobKind, failure: string) {
    if (!appointment) throw new ApiError(404, 'P0002', callErrors.noAppointment)
    const delivery = await worker.runNow(appointment.id, kind)
    if (delivery.status === 'failed') throw new ApiError(502, '58000', failure)
    return delivery.status === 'done' ? delivery.reference : null
  }

  const eventUrl = '/create-calendar-event'
  app.post(eventUrl, async ({ body }) => {
    const { attendeeEmail, startDateTime } = parse(calendarEvent, body)
    const email = normalizeField('email', attendeeEmail)
    const found =
      email && (await storage.appointments.findByAttendeeAndStart(email, Date.parse(startDateTime)))
    // Otherwise anyone who knows a client's address could find out when the client comes.
    const recent = found && Date.parse(found.created_at) > now() - followUpLastsMs ? found : null
    return { status: 'confirmed', eventId: await deliver(recent, 'calendar-event', requestErrors.calendar) }
  })

  const notificationUrl = '/send-appointment-notification'
  app.post(notificationUrl, async ({ body }) => {
    const { appointmentData } = parse(notification, body)
    const shop = await openingHours.current()
    const fields = await toAppointmentFields(appointmentData, shop, services, followUpLastsMs)
    const found = await appointments.findRecent(fields, followUpLastsMs)
    return {
      status: 'sent',
      messageId: await deliver(found, 'business-notification', requestErrors.notification),
    }
  })

  for (const url of [eventUrl, notificationUrl]) onlyMethods(app, url, ['POST'])
}

/** The opening hours in effect and the first bookable date, for a page that stays open. */
export function hours(app: FastifyInstance, { openingHours, now }: Services): void {
  const url = '/rpc/hours'
  app.get(url, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return hoursAnswer(await openingHours.current(), now())
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}

const rule = callErrors.parameterDay('on')
const question = z.object({ on: z.string(rule).refine(isCalendarDate, rule) })

export function openTimes(app: FastifyInstance, { availability, openingHours }: Services): void {
  const url = '/rpc/open_times'
  const answer = async (sent: unknown, reply: FastifyReply) => {
    const { on } = parse(question, sent)
    reply.header('cache-control', 'no-store')
    return availability.openTimesOn(await openingHours.current(), on)
  }
  app.get(url, async ({ query }, reply) => answer(query, reply))
  // The official client sends a POST unless told otherwise.
  app.post(url, async ({ body }, reply) => answer(body ?? {}, reply))
  onlyMethods(app, url, ['GET', 'HEAD', 'POST'])
}

const daysMax = 31
const daysRule = callErrors.parameterDays('days', daysMax)
const fromRule = callErrors.parameterDay('from')
const daysQuestion = z.object({
  from: z.string(fromRule).refine(isCalendarDate, fromRule),
  days: z.coerce.number(daysRule).int(daysRule).min(1, daysRule).max(daysMax, daysRule),
})

/** The next days with open times, for the tape above the date field. */
export function openDays(app: FastifyInstance, { availability, openingHours }: Services): void {
  const url = '/rpc/open_days'
  const answer = async (sent: unknown, reply: FastifyReply) => {
    const { from, days } = parse(daysQuestion, sent)
    reply.header('cache-control', 'no-store')
    return availability.openDaysFrom(await openingHours.current(), from, days)
  }
  app.get(url, async ({ query }, reply) => answer(query, reply))
  app.post(url, async ({ body }, reply) => answer(body ?? {}, reply))
  onlyMethods(app, url, ['GET', 'HEAD', 'POST'])
}
