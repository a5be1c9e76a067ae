import type { FastifyInstance } from 'fastify'
import { dateWords, timeWords } from '../../../booking/time.ts'
import { callRefusals, refusals } from '../../../copy/errors.ts'
import { ApiError } from '../api-error.ts'
import { type BookingGuard, tooManyBookings } from '../guard/booking-guard.ts'
import type { Services } from '../services.ts'
import { columnsToReturn, rowToInsert, sendInserted } from './postgrest.ts'
import { toAppointmentFields } from './typed-fields.ts'

const url = '/appointments'

/** The page makes its calls 2 and 3 right after this one; the outbox steps in when it does not. */
const headStartMs = 5000

/** Call 1: inserts an appointment (specification, point 7). */
export function appointments(app: FastifyInstance, services: Services, guard: BookingGuard): void {
  const { useCases } = services
  app.post(url, async (request, reply) => {
    const wanted = columnsToReturn(request)
    const fields = await toAppointmentFields(rowToInsert(request), services)
    // Whoever sends it again is told that it stands; looked for only then, because every booking would wait for it.
    await guard.admit(request, fields).catch(async (refusal) => {
      if (!(await useCases.findBooked(fields))) throw refusal
    })
    const outcome = await useCases.book(fields, headStartMs)
    if (outcome.status === 'too-many') throw tooManyBookings()
    if (outcome.status === 'taken') {
      const open = await useCases.openTimesNear(fields)
      const sentence = refusals.taken(timeWords(fields.appointment_time), dateWords(fields.appointment_date))
      const hint = open.length > 0 ? refusals.nearest(open.join(', ')) : refusals.full
      throw new ApiError(409, '23P01', sentence, { hint })
    }
    const statusCode = outcome.status === 'booked' ? 201 : 200
    return sendInserted(request, reply, statusCode, outcome.appointment, wanted)
  })

  const refuse = async () => {
    throw new ApiError(403, '42501', callRefusals.onlyBooking)
  }
  app.route({ method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'], url, onRequest: refuse, handler: refuse })
  app.options(url, async (_request, reply) => reply.code(204).header('allow', 'POST, OPTIONS').send())
}
