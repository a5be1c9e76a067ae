import { deskArguments, deskErrors as words } from '#copy/errors.ts'
import { createClientFinder } from '../../../booking/contact.ts'
import { formatMoment } from '../../../booking/time.ts'
import { ApiError, invalidRequest } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Answers, createOutcomes, unknown } from './answers.ts'

/** A client with all their appointments. */
export function clientCalls(services: Services) {
  const { appointments, timeZone, now } = services
  const { ownerViews, clientNotes } = services.storage
  const { found, noted, corrected } = createOutcomes(services)

  return {
    async find_client({ q }) {
      const isWanted = createClientFinder(q)
      return isWanted ? ownerViews.clients(isWanted, 50, now()) : []
    },

    async clients({ q }) {
      const isWanted = createClientFinder(q)
      return isWanted ? ownerViews.matches(isWanted, 50) : []
    },

    async client({ id }) {
      const client = await ownerViews.client(id, now())
      if (!client) throw unknown('appointment')
      return client
    },

    async write_client_note({ id, note, before }) {
      return noted(await clientNotes.set({ id, note, before: before ?? undefined }, now()), id)
    },

    async correct_client({ id, sequence, full_name, email, phone }) {
      const seen = { id, expectedSequence: sequence ?? undefined }
      return corrected(await appointments.correctClient(seen, { full_name, email, phone }), id)
    },

    async forget_client(client) {
      if ('id' in client) {
        const { email, phone } = await found(client.id)
        if (email ?? phone) throw invalidRequest(deskArguments.client)
      }
      const outcome = await services.deleteClient(client)
      if (outcome.status === 'deleted') return { forgotten: outcome.appointments }
      if (outcome.status === 'not-notified') throw new ApiError(409, '55006', words.notTold)
      const times = outcome.startsMs.map((at) => formatMoment(at, { timeZone })).join('; ')
      throw new ApiError(409, '55006', words.stillExpected(times))
    },
  } satisfies Partial<Answers>
}
