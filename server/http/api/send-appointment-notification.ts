import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { appointmentInterval } from '../../../booking/interval.ts'
import { refusals } from '../../../site/copy/refusals.ts'
import { onlyMethods } from '../only-methods.ts'
import { parsed } from '../parsed.ts'
import type { Services } from '../services.ts'
import { deliverNow } from './deliver-now.ts'
import { toAppointmentFields } from './typed-fields.ts'

const url = '/send-appointment-notification'

const notification = z.strictObject(
  {
    appointmentData: z.unknown().optional(),
    // The mail has the business's own link, made from the stored appointment.
    calendarLink: z.string('calendarLink must be text.'),
  },
  'The body must be an object with appointmentData and calendarLink.',
)

/** Call 3: tells the business of a saved appointment (specification, point 7). */
export function sendAppointmentNotification(app: FastifyInstance, services: Services): void {
  const { storage, outbox, shop } = services
  app.post(url, async ({ body }) => {
    const { appointmentData } = parsed(notification, body)
    const fields = await toAppointmentFields(appointmentData, services)
    const { startEpochMs } = appointmentInterval(fields, shop)
    const appointment = await storage.appointments.findByFields(fields, startEpochMs)
    const id = await deliverNow(outbox, appointment, 'business-notification', refusals.notification)
    return { status: 'sent', messageId: id }
  })
  onlyMethods(app, url, ['POST'])
}
