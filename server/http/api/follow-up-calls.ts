import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { StoredAppointment } from '../../../booking/appointment.ts'
import type { JobKind } from '../../../booking/job-kinds.ts'
import { normalizeField } from '../../../booking/validation.ts'
import { callRefusals, refusals } from '../../../copy/errors.ts'
import { ApiError } from '../api-error.ts'
import { onlyMethods } from '../only-methods.ts'
import { parsed } from '../parsed.ts'
import type { Services } from '../services.ts'
import { toAppointmentFields } from './typed-fields.ts'

const eventUrl = '/create-calendar-event'
const notificationUrl = '/send-appointment-notification'

const text = (name: string) => z.string(callRefusals.text(name))
const instant = (name: string) => z.iso.datetime({ offset: true, error: callRefusals.instant(name) })

const calendarEvent = z.strictObject(
  {
    summary: text('summary'),
    description: text('description'),
    startDateTime: instant('startDateTime'),
    endDateTime: instant('endDateTime'),
    // No database stores a NUL, so that none can be looked for.
    attendeeEmail: text('attendeeEmail').regex(/^[^\0]*$/, callRefusals.address('attendeeEmail')),
  },
  callRefusals.eventBody,
)

const notification = z.strictObject(
  {
    appointmentData: z.unknown().optional(),
    // The mail has the business's own link, made from the stored appointment.
    calendarLink: text('calendarLink'),
  },
  callRefusals.notificationBody,
)

/**
 * Calls 2 and 3 (specification, point 7): what follows from a saved appointment is done at once. What is sent finds the
 * appointment; the event and the mail are made from what is stored, never from what is sent.
 */
export function followUpCalls(app: FastifyInstance, services: Services): void {
  const { storage, outbox, useCases } = services

  /**
   * @returns what it is known by; null where nothing is owed, as to an owner who has entered the appointment
   * @throws {ApiError} 404 without an appointment; 502 when it could not be done now
   */
  async function deliver(
    appointment: StoredAppointment | null,
    kind: JobKind,
    failure: string,
  ): Promise<string | null> {
    if (!appointment) throw new ApiError(404, 'P0002', callRefusals.noAppointment)
    const delivery = await outbox.deliverNow(appointment.id, kind)
    if (delivery.status === 'failed') throw new ApiError(502, '58000', failure)
    return delivery.status === 'done' ? delivery.result : null
  }

  app.post(eventUrl, async ({ body }) => {
    const { attendeeEmail, startDateTime } = parsed(calendarEvent, body)
    const email = normalizeField('email', attendeeEmail)
    // Whoever has left no address is found by none.
    const found = email
      ? await storage.appointments.findByAttendeeAndStart(email, Date.parse(startDateTime))
      : null
    return { status: 'confirmed', eventId: await deliver(found, 'calendar-event', refusals.calendar) }
  })

  app.post(notificationUrl, async ({ body }) => {
    const { appointmentData } = parsed(notification, body)
    const fields = await toAppointmentFields(appointmentData, services)
    const found = await useCases.findBooked(fields)
    return { status: 'sent', messageId: await deliver(found, 'business-notification', refusals.notification) }
  })

  for (const url of [eventUrl, notificationUrl]) onlyMethods(app, url, ['POST'])
}
