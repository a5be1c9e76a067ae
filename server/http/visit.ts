import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requestErrors } from '#copy/errors.ts'
import { answerPage, visitPage } from '#copy/pages.ts'
import { countable, type StoredAppointment } from '../../booking/appointment.ts'
import { lengthInMinutes } from '../../booking/kinds.ts'
import { changesUntilMs, earliestDate, type Shop, startsForDate } from '../../booking/opening-hours.ts'
import { formFacts } from '../../booking/public-api.ts'
import { fieldSentence } from '../../booking/sentences.ts'
import { addDays, formatMoment, isCalendarDate, isTime, msPerDay } from '../../booking/time.ts'
import { findFieldFault, getContext, normalizeField } from '../../booking/validation.ts'
import { managePath } from '../appointments/service.ts'
import { onlyMethods, reportError } from './errors.ts'
import type { GetNetwork } from './limits.ts'
import { type Pages, privateHeaders, sendDocument, sendPage } from './pages.ts'
import type { Services } from './services.ts'

const url = '/'

/** Each change emails the shop, so a client's link could fill its mailbox. */
const changesMax = 20
const changesADay = 5

const link = z.object({
  visit: z.string(),
  on: z
    .string()
    .transform((typed) => normalizeField('appointment_date', typed))
    .refine(isCalendarDate)
    .optional()
    .catch(undefined),
})

const sentForm = z.object({
  visit: z.string(),
  sequence: z.coerce.number().int().min(0).transform(countable),
  do: z.enum(['move', 'cancel', 'confirm']),
  appointment_date: z.string().default(''),
  appointment_time: z.string().default(''),
  /** "2026-12-03 10:30": the chosen day and time. */
  to: z
    .string()
    .regex(/^\S+ \S+$/)
    .optional()
    .catch(undefined),
})

/** The next days with open times, on the client’s page. */
const soonestDays = 3
const daysAhead = 21

const isObject = (query: unknown): query is object => typeof query === 'object' && query !== null

/** With any value, because the desk's address is `/?desk`. Mail gateways encode the "#" that follows it. */
const asksForDesk = ({ query }: FastifyRequest) =>
  isObject(query) && Object.keys(query).some((name) => /^desk(#|%(25)*23|$)/.test(name))

const asksForVisit = ({ query }: FastifyRequest) => isObject(query) && 'visit' in query

type SentForm = z.infer<typeof sentForm>
type ShowOptions = { statusCode?: number; notice?: string; on?: string }

/** The page, the desk, and a client's link. Only a posted form changes anything, because email apps open links. */
export async function visit(
  app: FastifyInstance,
  services: Services,
  pages: Pages,
  networkOf: GetNetwork,
): Promise<void> {
  const { storage, appointments, availability, manageLinks, openingHours, now, page } = services
  await app.register(formbody)

  const sendUnknown = async (reply: FastifyReply) => sendPage(reply, 404, (await page.views()).unknownVisit())

  async function open(token: string): Promise<StoredAppointment | null> {
    const id = await manageLinks.open(token)
    const appointment = id && (await storage.appointments.findById(id))
    return appointment && now() < appointment.endEpochMs ? appointment : null
  }

  async function lastChange(shop: Shop, { id, sequence }: StoredAppointment): Promise<string> {
    const change = await storage.changes.findChange(id, sequence)
    if (change?.what !== 'rescheduled') return ''
    const before = formatMoment(change.fromEpochMs, shop)
    return change.by === 'client' ? visitPage.moved(before) : visitPage.movedByOwner(before)
  }

  const isChangeable = async (shop: Shop, { id, startEpochMs, sequence }: StoredAppointment) =>
    now() < changesUntilMs(startEpochMs, shop) &&
    sequence < changesMax &&
    (sequence < changesADay || (await storage.changes.countByClient(id, now() - msPerDay)) < changesADay)

  async function show(
    reply: FastifyReply,
    shop: Shop,
    appointment: StoredAppointment,
    token: string,
    /** `notice` defaults to the last change. `on` is the day that the client requested. */
    { statusCode = 200, notice, on: asked }: ShowOptions = {},
  ) {
    const on = asked ?? appointment.appointment_date
    const views = await page.views()
    if (appointment.status === 'cancelled') {
      const { full_name, email, phone } = appointment
      const form = { ...formFacts(shop, now()), typed: { full_name, email, phone }, askedEmail: email }
      return sendPage(reply, statusCode, views.cancelledVisit({ appointment, shop }, form))
    }
    const words = notice ?? (await lastChange(shop, appointment))
    if (!(await isChangeable(shop, appointment))) {
      const isAhead = now() < appointment.startEpochMs
      const settled = { appointment, shop, token, notice: words, isAhead }
      return sendPage(reply, statusCode, views.settledVisit(settled))
    }
    /** Without the appointment's current time. */
    const others = (date: string, times: readonly string[]) =>
      date === appointment.appointment_date
        ? times.filter((time) => time !== appointment.appointment_time)
        : times
    const visit = { id: appointment.id, durationMinutes: lengthInMinutes(appointment) }
    const open = asked ? others(asked, await availability.openTimesOn(shop, asked, visit)) : []
    const earliest = earliestDate(now(), shop)
    const days =
      open.length > 0
        ? []
        : await availability.openDaysFrom(shop, asked ? addDays(asked, 1) : earliest, daysAhead, visit)
    const soonest = days
      .map(({ date, times }) => ({ date, times: others(date, times) }))
      .filter(({ times }) => times.length > 0)
      .slice(0, soonestDays)
    const html = views.visit({
      appointment,
      shop,
      token,
      on,
      isOnAsked: asked !== undefined,
      open,
      soonest,
      notice: words,
      earliestDate: earliest,
    })
    return sendPage(reply, statusCode, html)
  }

  function timeError(
    shop: Shop,
    { appointment_date, appointment_time }: SentForm,
    appointment: StoredAppointment,
  ): string | undefined {
    const context = getContext(shop, now())
    if (findFieldFault('appointment_date', appointment_date, context) || !isTime(appointment_time))
      return visitPage.chooseTime
    const fault = findFieldFault('appointment_time', appointment_time, context, appointment_date)
    if (fault) return fieldSentence('appointment_time', fault)
    const fitting = startsForDate(appointment_date, shop, lengthInMinutes(appointment))
    const fits = fitting.some(([first, last]) => appointment_time >= first && appointment_time <= last)
    return fits ? undefined : visitPage.tooLong
  }

  async function change(
    request: FastifyRequest,
    reply: FastifyReply,
    shop: Shop,
    appointment: StoredAppointment,
    form: SentForm,
  ) {
    const { appointment_date, appointment_time } = form
    const again = (statusCode: number, notice: string) =>
      show(reply, shop, appointment, form.visit, {
        statusCode,
        notice,
        ...(isCalendarDate(appointment_date) ? { on: appointment_date } : {}),
      })
    const wanted = { id: appointment.id, expectedSequence: form.sequence, by: 'client' as const }
    const error = form.do === 'move' && timeError(shop, form, appointment)
    if (error) return again(400, error)
    const to = { appointment_date, appointment_time }
    const outcome =
      form.do === 'cancel'
        ? await appointments.cancel(wanted)
        : await appointments.move(shop, {
            ...wanted,
            durationMinutes: lengthInMinutes(appointment),
            to,
            network: networkOf(request),
          })
    if (outcome.status === 'too-many') return again(429, requestErrors.tooManyBookings)
    if (outcome.status === 'taken') return again(409, visitPage.taken)
    if (outcome.status === 'stale') return showStale(reply, shop, appointment.id, form)
    return reply.redirect(managePath(form.visit), 303)
  }

  /** Also once it's too late to change the appointment. */
  async function confirm(reply: FastifyReply, shop: Shop, { id }: StoredAppointment, form: SentForm) {
    const wanted = { id, expectedSequence: form.sequence, nowEpochMs: now() }
    const isConfirmed = await storage.changes.confirm(wanted)
    return isConfirmed ? reply.redirect(managePath(form.visit), 303) : showStale(reply, shop, id, form)
  }

  /** Someone else was first, or the same form was sent twice and succeeded. */
  async function showStale(reply: FastifyReply, shop: Shop, id: string, form: SentForm) {
    const appointment = await storage.appointments.findById(id)
    if (!appointment) return sendUnknown(reply)
    const isAsWanted =
      form.do === 'cancel'
        ? appointment.status === 'cancelled'
        : form.do === 'confirm'
          ? // It has started since the client opened the page.
            appointment.sequence === form.sequence
          : appointment.appointment_date === form.appointment_date &&
            appointment.appointment_time === form.appointment_time
    return isAsWanted
      ? reply.redirect(managePath(form.visit), 303)
      : show(reply, shop, appointment, form.visit, { statusCode: 409, notice: visitPage.changedMeanwhile })
  }

  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const { statusCode, message } = reportError(error, request, reply)
    reply.headers(privateHeaders)
    const token = link.safeParse(request.body ?? request.query).data?.visit
    const ofServer = request.method === 'POST' ? visitPage.outcomeUnknown : token && answerPage.unreadable
    const text = statusCode < 500 ? message : (ofServer ?? message)
    return sendPage(reply, statusCode, (await page.views()).oneMoment(text, token))
  })

  app.get(url, async (request: FastifyRequest, reply) => {
    if (asksForDesk(request)) return sendDocument(request, reply, await pages.now('desk'))
    const query = asksForVisit(request) ? link.safeParse(request.query) : null
    if (!query?.success) return sendDocument(request, reply, await pages.now('index'))
    const shop = await openingHours.current()
    reply.headers(privateHeaders)
    const { visit: token, on } = query.data
    const appointment = await open(token)
    if (!appointment) return sendUnknown(reply)
    return show(reply, shop, appointment, token, on === undefined ? {} : { on })
  })

  app.post(url, async (request, reply) => {
    const shop = await openingHours.current()
    reply.headers(privateHeaders)
    const form = sentForm.safeParse(request.body)
    const appointment = form.success ? await open(form.data.visit) : null
    if (!form.success || !appointment) return sendUnknown(reply)
    const [appointment_date, appointment_time] = form.data.to?.split(' ') ?? []
    const sent =
      appointment_date && appointment_time ? { ...form.data, appointment_date, appointment_time } : form.data
    if (sent.do === 'confirm') return confirm(reply, shop, appointment, sent)
    if (!(await isChangeable(shop, appointment))) return reply.redirect(managePath(form.data.visit), 303)
    return change(request, reply, shop, appointment, sent)
  })

  onlyMethods(app, url, ['GET', 'HEAD', 'POST'])
}
