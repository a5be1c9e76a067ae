import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldErrors, fieldTitles } from '#copy/booking-form.ts'
import { callErrors, requestErrors } from '#copy/errors.ts'
import { type AppointmentFields, fieldNames, type StoredAppointment } from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { hoursAnswer } from '../../booking/public-api.ts'
import { formatDate, formatTime, isCalendarDate, msPerMinute } from '../../booking/time.ts'
import { normalizeField, type TypedFields, type Validation, validate } from '../../booking/validation.ts'
import { isAdvertisement } from './advertising.ts'
import { ApiError, onlyMethods, parse } from './errors.ts'
import { type BookingGuard, tooManyBookings } from './limits.ts'
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
  const validation = await validateUnlessBooked(shape.data, shop, services)
  if (!validation.ok) throw invalid(Object.values(validation.errors), Object.keys(validation.errors))
  return validation.fields
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
): Promise<Validation> {
  const validation = validate(typed, { shop, earliest: earliestDate(now(), shop) })
  const { ok, fields } = validation
  const isAdvertising = ok && isAdvertisement(fields.full_name)
  if ((ok && !isAdvertising) || !fields) return validation
  if (await appointments.find(fields)) return { ok: true, fields }
  return isAdvertising
    ? { ok: false, errors: { full_name: fieldErrors.nameAddress }, fields: undefined }
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

/** The worker waits this long for calls 2 and 3, which the page makes right after this one. */
const headStartMs = 5000

/** Call 1: inserts an appointment (specification, point 7). */
export function appointments(app: FastifyInstance, services: Services, guard: BookingGuard): void {
  app.post(appointmentsUrl, async (request, reply) => {
    // Checked before anything is stored.
    const wanted = asColumns(listed(request.query, 'select') ?? columns)
    const row = rowToInsert(request)
    const shop = await services.openingHours.current()
    const fields = await toAppointmentFields(row, shop, services)
    // One that is already booked passes. Searched for only now, because every booking would wait for the search.
    await guard.admit(request, fields).catch(async (error) => {
      if (!(await services.appointments.find(fields))) throw error
    })
    const outcome = await services.appointments.book(shop, fields, headStartMs, guard.networkOf(request))
    if (outcome.status === 'too-many') throw tooManyBookings(outcome.of)
    if (outcome.status === 'taken') {
      const open = await services.availability.openTimesNear(shop, fields)
      const [time, date] = [formatTime(fields.appointment_time), formatDate(fields.appointment_date)]
      const hint = open.length > 0 ? requestErrors.nearest(open.join(', ')) : requestErrors.full
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
    const fields = await toAppointmentFields(appointmentData, await openingHours.current(), services)
    const found = await appointments.find(fields)
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
