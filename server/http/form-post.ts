import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { fieldNames } from '../../booking/appointment.ts'
import { askedEmailField, meantEmailField, suggestedAddress } from '../../booking/contact.ts'
import { calendarFilePath } from '../../booking/links.ts'
import { formFacts, honeypotField } from '../../booking/public-api.ts'
import { emptyFields, normalizeField, type TypedFields } from '../../booking/validation.ts'
import type { FormAgain, FormRejection } from '../../booking/views.ts'
import { requestErrors } from '../../copy/errors.ts'
import { answerPage } from '../../copy/pages.ts'
import { ApiError, onlyMethods, reportError } from './errors.ts'
import { type BookingGuard, tooManyBookings } from './limits.ts'
import { sendPage } from './pages.ts'
import { validateUnlessBooked } from './public-api.ts'
import type { Services } from './services.ts'

const url = '/book'

const asked = z.object({ appointment: z.uuid() })

const sentAs = (body: unknown, name: string): unknown => new Map(Object.entries(body ?? {})).get(name)

type SentForm = Pick<FormAgain, 'typed' | 'askedEmail'>

/** The six fields of a form; one that comes twice counts as not filled, and what else it sends is not ours. */
function sentForm(body: unknown): SentForm {
  const typed: TypedFields = {}
  for (const name of fieldNames) {
    const value = sentAs(body, name)
    if (typeof value === 'string') typed[name] = value
  }
  const [askedEmail, meantEmail] = [askedEmailField, meantEmailField].map((name) => {
    const address = sentAs(body, name)
    return typeof address === 'string' ? address : undefined
  })
  // Only in the place of the one that was asked about: another has been typed since.
  const isMeant = meantEmail !== undefined && normalizeField('email', typed.email ?? '') === askedEmail
  return { typed: isMeant ? { ...typed, email: meantEmail } : typed, askedEmail }
}

/**
 * Whether a form was sent from our own page, as far as the browser tells: the page at the public address, or at the
 * name that this server, or a trusted proxy in front of it, was asked for.
 * Browsers without these headers are let in: the form needs no session that another site could misuse.
 *
 * @param publicUrl - a proxy need not pass on the name by which browsers know the page
 */
function isSameSite({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  const sender = URL.parse(headers.origin)?.host
  return sender === host || sender === new URL(publicUrl).host
}

/**
 * The form's own action: the same rules and the same work for a visitor whose script has not run. After a success the
 * browser is at an address that shows the appointment, so that neither a reload nor a tab that is restored sends the
 * form again.
 */
export async function book(app: FastifyInstance, services: Services, guard: BookingGuard): Promise<void> {
  const { appointments, availability, openingHours, storage, publicUrl, now, page, writeClientFile } =
    services
  await app.register(formbody)

  const sendRejected = async (
    reply: FastifyReply,
    statusCode: number,
    rejection: FormRejection,
    sent?: SentForm,
  ) => {
    const form = sent && { ...sent, ...formFacts(openingHours.lastKnown(), now()) }
    return sendPage(reply, statusCode, (await page.views()).rejected(rejection, form))
  }

  app.setErrorHandler(async (error: FastifyError | Error, request, reply) => {
    const { statusCode, message } = reportError(error, request, reply)
    if (request.method === 'GET') {
      return sendPage(reply, statusCode, (await page.views()).oneMoment(answerPage.unreadable))
    }
    // A form that was rejected before it was read can't be shown again.
    const sent = request.body ? sentForm(request.body) : undefined
    return sendRejected(reply, statusCode, { why: 'failed', sentence: message }, sent)
  })

  const confirmed = async ({ query }: FastifyRequest) => {
    const { data } = asked.safeParse(query)
    const appointment = data && (await storage.appointments.findById(data.appointment))
    return appointment?.status === 'confirmed' ? appointment : null
  }

  app.get(url, async (request: FastifyRequest, reply) => {
    const appointment = await confirmed(request)
    if (!appointment) return reply.redirect('/#book', 303)
    return sendPage(reply, 200, (await page.views()).booked(appointment, await openingHours.current()))
  })

  app.get(calendarFilePath, async (request: FastifyRequest, reply) => {
    const appointment = await confirmed(request)
    if (!appointment) return reply.callNotFound()
    reply.type('text/calendar; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(writeClientFile(appointment))
  })
  onlyMethods(app, calendarFilePath, ['GET', 'HEAD'])

  // Counted once it is read, so that what was typed can be shown again.
  app.post(url, { config: { rateLimit: { hook: 'preHandler' } } }, async (request, reply) => {
    if (!isSameSite(request, publicUrl())) {
      throw new ApiError(403, '42501', requestErrors.otherSite)
    }
    const { typed, askedEmail } = sentForm(request.body)
    // The silent submit of the specification, point 5: 204 leaves the page and what is typed as they are.
    if (emptyFields(typed).length > 0) return reply.code(204).send()

    const again = (statusCode: number, rejection: FormRejection, asked = askedEmail) =>
      sendRejected(reply, statusCode, rejection, { typed, askedEmail: asked })

    // Not a booking that looks as if all were well: a person whose password manager has filled the field would come
    // to an appointment that nobody knows of. The field is empty in the answer, so that pressing again books.
    if (sentAs(request.body, honeypotField)) return again(400, { why: 'honeypot' })

    const shop = await openingHours.current()
    const validation = await validateUnlessBooked(typed, shop, services)
    if (!validation.ok) return again(400, { why: 'errors', errors: validation.errors })

    const { fields } = validation
    const meant = suggestedAddress(fields.email)
    if (meant !== null && askedEmail !== fields.email) {
      return again(400, { why: 'email', meant }, fields.email)
    }
    // Whoever sends it again is told that it stands, and takes no other's turn.
    if (!(await appointments.find(fields))) await guard.admitWithoutScript(request)
    const outcome = await appointments.book(shop, fields, 0, guard.networkOf(request))
    if (outcome.status === 'too-many') throw tooManyBookings(outcome.of)
    if (outcome.status === 'taken') {
      const open = await availability.openTimesNear(shop, fields)
      return again(409, { why: 'taken', date: fields.appointment_date, time: fields.appointment_time, open })
    }
    return reply.redirect(`${url}?appointment=${outcome.appointment.id}`, 303)
  })
  onlyMethods(app, url, ['GET', 'HEAD', 'POST'])
}
