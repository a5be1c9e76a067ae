import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type AppointmentFields, fieldNames, type StoredAppointment } from '../../booking/appointment.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { hoursAnswer } from '../../booking/public-api.ts'
import { dateWords, isCalendarDate, msPerMinute, timeWords } from '../../booking/time.ts'
import { normalizeField, type TypedFields, type Validation, validate } from '../../booking/validation.ts'
import { fieldErrors, fieldTitles } from '../../copy/booking-form.ts'
import { callErrors, requestErrors } from '../../copy/errors.ts'
import { isAdvertisement } from './advertising.ts'
import { ApiError, onlyMethods, parse } from './errors.ts'
import { type BookingGuard, tooManyBookings } from './limits.ts'
import type { Services } from './services.ts'

/** The shape only; what a field may hold is booking/'s to say. A missing field is an empty one. */
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

const invalid = (sentences: readonly string[], details: readonly string[]) =>
  new ApiError(400, '22023', sentences.join(' '), { details: details.join(', ') || null })

/**
 * The six fields of a request, as they are stored.
 * @throws {ApiError} 400 with a sentence for each fault
 */
export async function toAppointmentFields(
  body: unknown,
  shop: Shop,
  services: Services,
): Promise<AppointmentFields> {
  const shape = typed.safeParse(body)
  if (!shape.success) {
    const { issues } = shape.error
    throw invalid(
      issues.map((issue) => issue.message),
      issues.map((issue) => issue.path.join('.')).filter(Boolean),
    )
  }
  const validation = await validateUnlessBooked(shape.data, shop, services)
  if (!validation.ok) throw invalid(Object.values(validation.errors), Object.keys(validation.errors))
  return validation.fields
}

/** Lets requests pass that carry the public key as `apikey` or as a bearer token; it is public, not secret. */
export function requireAnonKey(anonKey: string) {
  return async ({ headers }: FastifyRequest): Promise<void> => {
    const bearer = headers.authorization?.replace(/^Bearer\s+/i, '')
    if (headers.apikey === anonKey || bearer === anonKey) return
    throw new ApiError(401, 'PGRST301', callErrors.needsKey)
  }
}

/**
 * The rules for what is to be booked. What stands booked already is fit whatever they say by now: since it was sent
 * first, midnight may have passed on the shop's clock, or the owner may have changed the hours.
 */
export async function validateUnlessBooked(
  typed: TypedFields,
  shop: Shop,
  { appointments, now }: Pick<Services, 'appointments' | 'now'>,
): Promise<Validation> {
  const validation = validate(typed, { shop, earliest: earliestDate(now(), shop) })
  if (validation.ok && isAdvertisement(validation.fields.full_name)) {
    if (await appointments.find(validation.fields)) return validation
    return { ok: false, errors: { full_name: fieldErrors.nameAddress }, fields: undefined }
  }
  if (validation.ok || !validation.fields || !(await appointments.find(validation.fields))) return validation
  return { ok: true, fields: validation.fields }
}

/** @see https://docs.postgrest.org/en/stable/references/api/resource_representation.html */
const singularMediaType = 'application/vnd.pgrst.object+json'

/** The columns that a client can ask back. */
const columns = [...fieldNames, 'id', 'created_at'] as const

type Column = (typeof columns)[number]

type Row = Record<Column, string>

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

/**
 * The one row of an insert: an object, or an array with it, as the client library sends either.
 * @throws {ApiError} 400 when it is not one row, or when `columns` names what no appointment has
 */
export function rowToInsert({ body, query }: FastifyRequest): unknown {
  asColumns(listed(query, 'columns') ?? [])
  if (!Array.isArray(body)) return body
  if (body.length === 1) return body[0]
  throw new ApiError(400, 'PGRST102', callErrors.oneAtATime)
}

/** The columns that the answer is to have, checked before anything is stored. */
export function columnsToReturn({ query }: FastifyRequest): readonly Column[] {
  return asColumns(listed(query, 'select') ?? columns)
}

/** Answers an insert as `Prefer` and `Accept` ask for it: nothing, the row in an array, or the row alone. */
export function sendInserted(
  request: FastifyRequest,
  reply: FastifyReply,
  statusCode: number,
  row: Row,
  wanted: readonly Column[],
) {
  reply.code(statusCode).header('cache-control', 'no-store')
  // The client library appends, so that the header can be a list.
  const prefer = String(request.headers.prefer ?? '')
  if (!prefer.includes('return=representation')) return reply.send()
  reply.header('preference-applied', 'return=representation')
  const object = Object.fromEntries(wanted.map((column) => [column, row[column]]))
  return request.headers.accept?.includes(singularMediaType)
    ? reply.type(`${singularMediaType}; charset=utf-8`).send(JSON.stringify(object))
    : reply.send([object])
}

const appointmentsUrl = '/appointments'

/** The page makes its calls 2 and 3 right after this one; the worker steps in if it doesn’t. */
const headStartMs = 5000

/** Call 1: inserts an appointment (specification, point 7). */
export function appointments(app: FastifyInstance, services: Services, guard: BookingGuard): void {
  app.post(appointmentsUrl, async (request, reply) => {
    const wanted = columnsToReturn(request)
    const row = rowToInsert(request)
    const shop = await services.openingHours.current()
    const fields = await toAppointmentFields(row, shop, services)
    // Whoever sends it again is told that it stands; looked for only then, because every booking would wait for it.
    await guard.admit(request, fields).catch(async (error) => {
      if (!(await services.appointments.find(fields))) throw error
    })
    const outcome = await services.appointments.book(shop, fields, headStartMs, guard.networkOf(request))
    if (outcome.status === 'too-many') throw tooManyBookings(outcome.of)
    if (outcome.status === 'taken') {
      const open = await services.availability.openTimesNear(shop, fields)
      const sentence = requestErrors.taken(
        timeWords(fields.appointment_time),
        dateWords(fields.appointment_date),
      )
      const hint = open.length > 0 ? requestErrors.nearest(open.join(', ')) : requestErrors.full
      throw new ApiError(409, '23P01', sentence, { hint })
    }
    const statusCode = outcome.status === 'booked' ? 201 : 200
    return sendInserted(request, reply, statusCode, outcome.appointment, wanted)
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

const eventUrl = '/create-calendar-event'

const notificationUrl = '/send-appointment-notification'

const text = (name: string) => z.string(callErrors.text(name))

const instant = (name: string) => z.iso.datetime({ offset: true, error: callErrors.instant(name) })

const calendarEvent = z.strictObject(
  {
    summary: text('summary'),
    description: text('description'),
    startDateTime: instant('startDateTime'),
    endDateTime: instant('endDateTime'),
    // No database stores a NUL, so that none can be looked for.
    attendeeEmail: text('attendeeEmail').regex(/^[^\0]*$/, callErrors.address('attendeeEmail')),
  },
  callErrors.eventBody,
)

const notification = z.strictObject(
  {
    appointmentData: z.unknown().optional(),
    // The mail has the business's own link, made from the stored appointment.
    calendarLink: text('calendarLink'),
  },
  callErrors.notificationBody,
)

/**
 * Calls 2 and 3 (specification, point 7): what follows from a saved appointment is done at once. What is sent finds the
 * appointment; the event and the mail are made from what is stored, never from what is sent.
 */
export function followUpCalls(app: FastifyInstance, services: Services): void {
  const { storage, worker, appointments, openingHours, now } = services

  /**
   * @returns what it is known by; null where nothing is owed, as to an owner who has entered the appointment
   * @throws {ApiError} 404 without an appointment; 502 when it could not be done now
   */
  async function deliver(
    appointment: StoredAppointment | null,
    kind: JobKind,
    failure: string,
  ): Promise<string | null> {
    if (!appointment) throw new ApiError(404, 'P0002', callErrors.noAppointment)
    const delivery = await worker.runNow(appointment.id, kind)
    if (delivery.status === 'failed') throw new ApiError(502, '58000', failure)
    return delivery.status === 'done' ? delivery.reference : null
  }

  app.post(eventUrl, async ({ body }) => {
    const { attendeeEmail, startDateTime } = parse(calendarEvent, body)
    const email = normalizeField('email', attendeeEmail)
    // Whoever has left no address is found by none.
    const found = email
      ? await storage.appointments.findByAttendeeAndStart(email, Date.parse(startDateTime))
      : null
    // Otherwise anyone who knows a client's address could ask for ever when the client comes.
    const isRecent = found !== null && Date.parse(found.created_at) > now() - followUpLastsMs
    return {
      status: 'confirmed',
      eventId: await deliver(isRecent ? found : null, 'calendar-event', requestErrors.calendar),
    }
  })

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

const hoursUrl = '/rpc/hours'

/** The opening hours in effect and the first bookable date, for a page that stays open. */
export function hours(app: FastifyInstance, { openingHours, now }: Services): void {
  app.get(hoursUrl, async (_, reply) => {
    reply.header('cache-control', 'no-store')
    return hoursAnswer(await openingHours.current(), now())
  })
  onlyMethods(app, hoursUrl, ['GET', 'HEAD'])
}

const openTimesUrl = '/rpc/open_times'

const rule = callErrors.parameterDay('on')

const question = z.object({ on: z.string(rule).refine(isCalendarDate, rule) })

/** The open start times of a day, so that the form can offer them. */
export function openTimes(app: FastifyInstance, { availability, openingHours }: Services): void {
  const answer = async (sent: unknown, reply: FastifyReply) => {
    const { on } = parse(question, sent)
    reply.header('cache-control', 'no-store')
    return availability.openTimesOn(await openingHours.current(), on)
  }
  app.get(openTimesUrl, async ({ query }, reply) => answer(query, reply))
  // The official client sends a POST unless it is told otherwise.
  app.post(openTimesUrl, async ({ body }, reply) => answer(body ?? {}, reply))
  onlyMethods(app, openTimesUrl, ['GET', 'HEAD', 'POST'])
}
