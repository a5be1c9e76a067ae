import { jobsForPuttingBack } from '../../appointments/follow-up-jobs.ts'
import type { Services } from '../services.ts'
import { type Answers, createOutcomes } from './answers.ts'

/** The owner's answers to alerts: unusual bookings and vanished events. */
export function alertCalls(services: Services) {
  const { appointments, remoteId, worker, now } = services
  const { similarBookings, polls } = services.storage
  const { found } = createOutcomes(services)

  return {
    async similar_bookings({ id }) {
      await found(id)
      return similarBookings.similar(id, now())
    },

    async undo_bookings({ id, ids }) {
      await found(id)
      return { undone: await appointments.undo(id, ids) }
    },

    async end_booking_alert({ id }) {
      await found(id)
      await similarBookings.endAlert(id, now())
      return { ended: true }
    },

    async answer_vanished({ ids, answer }) {
      if (remoteId === null) return { answered: 0 }
      if (answer === 'cancel') return { answered: await polls.confirm(remoteId, ids) }
      const answered = await polls.putBack(remoteId, (kind) => jobsForPuttingBack(kind, now()), ids)
      worker.wakeAt(now())
      return { answered }
    },
  } satisfies Partial<Answers>
}
