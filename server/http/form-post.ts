import formbody from '@fastify/formbody'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { requestErrors } from '#copy/errors.ts'
import { answerPage } from '#copy/pages.ts'
import { fieldNames } from '../../booking/appointment.ts'
import { askedEmailField, meantEmailField, suggestAddress } from '../../booking/contact.ts'
import { calendarFilePath } from '../../booking/links.ts'
import { formFacts, honeypotField, toField } from '../../booking/public-api.ts'
import { fieldSentences } from '../../booking/sentences.ts'
import { emptyFields, normalizeField, type TypedFields } from '../../booking/validation.ts'
import type { FormAgain, FormRejection } from '../../booking/views.ts'
import { ApiError, onlyMethods, reportError } from './errors.ts'
import { type GetNetwork, tooManyBookings } from './limits.ts'
import { sendPage } from './pages.ts'
import { validateUnlessBooked } from './public-api.ts'
import type { Services } from './services.ts'

const url = '/book'
const query = z.object({ appointment: z.uuid() })

/** A field that is sent twice counts as not sent. */
function sentAs(body: unknown, name: string): string | undefined {
  const value = new Map(Object.entries(body ?? {})).get(name)
  return typeof value === 'string' ? value : undefined
}

/** The query of an advertisement's link, such as utm_source, which the page's statistics read. */
function campaignOf({ url: asked }: FastifyRequest): string {
  const kept = new URL(asked, 'http://localhost').searchParams
  for (const name of [...kept.keys()]) if (/^(appointment|visit|on|desk.*)$/.test(name)) kept.delete(name)
  return kept.size > 0 ? `?${kept}` : ''
}

type SentForm = Pick<FormAgain, 'typed' | 'askedEmail'>

function sentForm(body: unknown): SentForm {
  const typed: TypedFields = Object.fromEntries(fieldNames.map((name) => [name, sentAs(body, name)]))
  const askedEmail = sentAs(body, askedEmailField)
  const meantEmail = sentAs(body, meantEmailField)
  // Replaces only the address in question, because the client may have typed another since. A time from the answer's
  // list looks like "2026-12-07 09:30".
  const [, appointment_date, appointment_time] = /^(\S+) (\S+)$/.exec(sentAs(body, toField) ?? '') ?? []
  if (appointment_date && appointment_time) Object.assign(typed, { appointment_date, appointment_time })
  const isMeant = meantEmail !== undefined && normalizeField('email', typed.email ?? '') === askedEmail
  return { typed: isMeant ? { ...typed, email: meantEmail } : typed, askedEmail }
}

/** Accepts browsers without these headers: the form needs no session that another site could misuse. */
function isSameSite({ headers, host }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  if (headers.origin === undefined) return true
  const sender = URL.parse(headers.origin)?.host
  // A proxy may not forward the host that browsers use for the page.
  return sender === host || sender === new URL(publicUrl).host
}

/** The form's own action, without JavaScript. It redirects, so neither a reload nor a restored tab sends it again. */
export async function book(app: FastifyInstance, services: Services, networkOf: GetNetwork): Promise<void> {
  const { appointments, availability, openingHours, storage, publicUrl, now, page } = services
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
    const sent = request.body ? sentForm(request.body) : undefined
    return sendRejected(reply, statusCode, { why: 'failed', sentence: message }, sent)
  })

  const confirmed = async (request: FastifyRequest) => {
    const { data } = query.safeParse(request.query)
    const appointment = data && (await storage.appointments.findById(data.appointment))
    return appointment?.status === 'confirmed' ? appointment : null
  }

  app.get(url, async (request: FastifyRequest, reply) => {
    const appointment = await confirmed(request)
    if (!appointment) return reply.redirect(`/${campaignOf(request)}#book`, 303)
    return sendPage(reply, 200, (await page.views()).booked(appointment, await openingHours.current()))
  })

  app.get(calendarFilePath, async (request: FastifyRequest, reply) => {
    const appointment = await confirmed(request)
    if (!appointment) return reply.callNotFound()
    reply.type('text/calendar; charset=utf-8').header('cache-control', 'no-store')
    return reply.send(services.writeClientFile(appointment))
  })
  onlyMethods(app, calendarFilePath, ['GET', 'HEAD'])

  // Counted after reading the body, so the page can show the client's entries.
  app.post(url, { config: { rateLimit: { hook: 'preHandler' } } }, async (request, reply) => {
    if (!isSameSite(request, publicUrl())) throw new ApiError(403, '42501', requestErrors.otherSite)
    const { typed, askedEmail } = sentForm(request.body)
    // The specification's silent submit, point 5: 204 leaves the page unchanged.
    if (emptyFields(typed).length > 0) return reply.code(204).send()

    const again = (statusCode: number, rejection: FormRejection, asked = askedEmail) =>
      sendRejected(reply, statusCode, rejection, { typed, askedEmail: asked })

    // No false success: a client whose password manager filled the field would arrive unbooked. The field in the answer
    // is empty, so sending it again books.
    if (sentAs(request.body, honeypotField)) return again(400, { why: 'honeypot' })

    const shop = await openingHours.current()
    const validation = await validateUnlessBooked(typed, shop, services)
    if (!validation.ok) {
      const { faults } = validation
      const date = normalizeField('appointment_date', typed.appointment_date ?? '')
      const next =
        faults.appointment_date?.rule === 'closed' ? await availability.openDayAfter(shop, date) : null
      return again(400, { why: 'errors', errors: fieldSentences(faults), next })
    }

    const { fields } = validation
    const meant = suggestAddress(fields.email)
    if (meant !== null && askedEmail !== fields.email) {
      return again(400, { why: 'email', meant }, fields.email)
    }
    const outcome = await appointments.book(shop, fields, 0, networkOf(request))
    if (outcome.status === 'too-many') throw tooManyBookings()
    if (outcome.status === 'taken') {
      const open = await availability.openTimesNear(shop, fields)
      const { appointment_date: date, appointment_time: time } = fields
      const next = open.length === 0 ? await availability.openDayAfter(shop, date) : null
      return again(409, { why: 'taken', date, time, open, next })
    }
    return reply.redirect(`${url}?appointment=${outcome.appointment.id}`, 303)
  })
  onlyMethods(app, url, ['GET', 'HEAD', 'POST'])
}
