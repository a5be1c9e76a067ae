import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { tidied } from '../../../booking/tidied.ts'
import { refusals } from '../../../site/copy/refusals.ts'
import { onlyMethods } from '../only-methods.ts'
import { parsed } from '../parsed.ts'
import type { Services } from '../services.ts'
import { deliverNow } from './deliver-now.ts'

const url = '/create-calendar-event'

const text = (name: string) => z.string(`${name} must be text.`)
const instant = (name: string) =>
  z.iso.datetime({ offset: true, error: `${name} must be an ISO date and time with its offset.` })

const calendarEvent = z.strictObject(
  {
    summary: text('summary'),
    description: text('description'),
    startDateTime: instant('startDateTime'),
    endDateTime: instant('endDateTime'),
    // No database stores a NUL, so that none can be looked for.
    attendeeEmail: text('attendeeEmail').regex(/^[^\0]*$/, 'attendeeEmail must be an address.'),
  },
  'The body must be an object with summary, description, startDateTime, endDateTime and attendeeEmail.',
)

/** Call 2: puts a saved appointment into the business calendar (specification, point 7). */
export function createCalendarEvent(app: FastifyInstance, { storage, outbox }: Services): void {
  app.post(url, async ({ body }) => {
    // Who comes and when finds the appointment; the event is made from what is stored, never from what is sent.
    const { attendeeEmail, startDateTime } = parsed(calendarEvent, body)
    const appointment = await storage.appointments.findByAttendeeAndStart(
      tidied('email', attendeeEmail),
      Date.parse(startDateTime),
    )
    const eventId = await deliverNow(outbox, appointment, 'calendar-event', refusals.calendar)
    return { status: 'confirmed', eventId }
  })
  onlyMethods(app, url, ['POST'])
}
