import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { answerPage, visitPage } from '#copy/pages.ts'
import { countable, type StoredAppointment } from '../../booking/appointment.ts'
import { lengthInMinutes } from '../../booking/kinds.ts'
import { changesUntilMs, earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { isCalendarDate, isTime, shownTime } from '../../booking/time.ts'
import { fieldError, normalizeField } from '../../booking/validation.ts'
import { managePath } from '../appointments/service.ts'
import { onlyMethods, reportError } from './errors.ts'
import { type Pages, privateHeaders, sendDocument, sendPage } from './pages.ts'
import type { Services } from './services.ts'

const url = '/'

/** Each change emails the shop, so a client's link could fill its mailbox. */
const changesMost = 20

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
  do: z.enum(['move', 'cancel']),
  appointment_date: z.string().default(''),
  appointment_time: z.string().default(''),
})

/** With any value, because the desk's address is `/?desk`. */
const asksFor = (what: 'desk' | 'visit', { query }: FastifyRequest) =>
  typeof query === 'object' && query !== null && what in query

type SentForm = z.infer<typeof sentForm>
type ShowOptions = { statusCode?: number; notice?: string; on?: string }

/** The page, the desk, and a client's link. Only a posted form changes anything, because email apps open links. */
export async function visit(app: FastifyInstance, services: Services, pages: Pages): Promise<void> {
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
    const before = shownTime(change.fromEpochMs, shop)
    return change.by === 'client' ? visitPage.moved(before) : visitPage.movedByOwner(before)
  }

  const isChangeable = (shop: Shop, { startEpochMs, sequence }: StoredAppointment) =>
    now() < changesUntilMs(startEpochMs, shop) && sequence < changesMost

  async function show(
    reply: FastifyReply,
    shop: Shop,
    appointment: StoredAppointment,
    token: string,
    /** `notice` defaults to the last change, and `on`, the day whose times are shown, to the appointment's. */
    { statusCode = 200, notice, on = appointment.appointment_date }: ShowOptions = {},
  ) {
    const views = await page.views()
    if (appointment.status === 'cancelled') {
      return sendPage(reply, statusCode, views.cancelledVisit({ appointment, shop }))
    }
    const words = notice ?? (await lastChange(shop, appointment))
    if (!isChangeable(shop, appointment)) {
      return sendPage(reply, statusCode, views.settledVisit({ appointment, shop, notice: words }))
    }
    const times = await availability.openTimesOn(shop, on, appointment)
    const open = times.filter(
      (time) => on !== appointment.appointment_date || time !== appointment.appointment_time,
    )
    const earliest = earliestDate(now(), shop)
    const html = views.visit({ appointment, shop, token, on, open, notice: words, earliestDate: earliest })
    return sendPage(reply, statusCode, html)
  }

  function timeError(shop: Shop, { appointment_date, appointment_time }: SentForm): string | undefined {
    const context = { shop, earliest: earliestDate(now(), shop) }
    if (fieldError('appointment_date', appointment_date, context) || !isTime(appointment_time))
      return visitPage.chooseTime
    return fieldError('appointment_time', appointment_time, context, appointment_date)
  }

  async function change(reply: FastifyReply, shop: Shop, appointment: StoredAppointment, form: SentForm) {
    const { appointment_date, appointment_time } = form
    const again = (statusCode: number, notice: string) =>
      show(reply, shop, appointment, form.visit, {
        statusCode,
        notice,
        ...(isCalendarDate(appointment_date) ? { on: appointment_date } : {}),
      })
    const wanted = { id: appointment.id, expectedSequence: form.sequence, by: 'client' as const }
    const error = form.do === 'move' && timeError(shop, form)
    if (error) return again(400, error)
    const to = { appointment_date, appointment_time }
    const outcome =
      form.do === 'cancel'
        ? await appointments.cancel(wanted)
        : await appointments.move(shop, { ...wanted, durationMinutes: lengthInMinutes(appointment), to })
    if (outcome.status === 'taken') return again(409, visitPage.taken)
    if (outcome.status === 'stale') return showStale(reply, shop, appointment.id, form)
    return reply.redirect(managePath(form.visit), 303)
  }

  /** Someone else was first, or the same form was sent twice and succeeded. */
  async function showStale(reply: FastifyReply, shop: Shop, id: string, form: SentForm) {
    const appointment = await storage.appointments.findById(id)
    if (!appointment) return sendUnknown(reply)
    const isAsWanted =
      form.do === 'cancel'
        ? appointment.status === 'cancelled'
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
    if (asksFor('desk', request)) return sendDocument(request, reply, await pages.now('desk'))
    const query = asksFor('visit', request) ? link.safeParse(request.query) : null
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
    if (!isChangeable(shop, appointment)) return reply.redirect(managePath(form.data.visit), 303)
    return change(reply, shop, appointment, form.data)
  })

  onlyMethods(app, url, ['GET', 'HEAD', 'POST'])
}
