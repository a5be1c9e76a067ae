import { deskErrors as words } from '#copy/errors.ts'
import { getKind } from '../../../booking/kinds.ts'
import type { OverdueJob } from '../../../booking/owner-api.ts'
import { invalidRequest } from '../errors.ts'
import type { Services } from '../services.ts'
import { type Answers, createOutcomes, unknown } from './answers.ts'

/**
 * Retries all overdue jobs, or one.
 * @returns the ones still overdue; null if there's no such job
 */
async function retryOverdue(
  { storage: { ownerViews, jobViews }, worker, now }: Services,
  id: number | undefined,
): Promise<OverdueJob[] | null> {
  const overdue = await ownerViews.overdue(now())
  const wanted = overdue.filter(({ entry }) => id === undefined || entry.id === id)
  if (id !== undefined && wanted.length === 0) return null
  await jobViews.retry(now(), id)
  await Promise.all(wanted.slice(0, 20).map(({ subjectId, kind }) => worker.runNow(subjectId, kind)))
  worker.wakeAt(now())
  return (await ownerViews.overdue(now())).map(({ entry }) => entry)
}

/** Messages to several clients, and the emails that were sent. */
export function messageCalls(services: Services) {
  const { storage, appointments, keptEmails, now } = services
  const { foundAll } = createOutcomes(services)

  return {
    async cancel_appointments({ appointments: seen, message }) {
      await foundAll(seen)
      const changes = seen.map(({ id, sequence }) => {
        return { id, expectedSequence: sequence, by: 'desk', message: message?.trim() ?? '' } as const
      })
      const done = new Set(await appointments.cancelTogether(changes))
      const after = await foundAll(seen)
      return {
        cancelled: after.filter(({ id }) => done.has(id)),
        left_out: after.filter(({ id }) => !done.has(id)),
      }
    },

    async tell_clients({ appointments: seen, what, way, message, minutes }) {
      const before = await foundAll(seen)
      const never = before.filter(({ kind }) => what === 'ready' && !getKind(kind).ready)
      const names = never.map(({ kind }) => getKind(kind).name)
      if (never.length > 0) throw invalidRequest(words.nothingReady([...new Set(names)].join(', ')))
      const together = seen.map(({ id, sequence }) => ({ id, expectedSequence: sequence }))
      const nowEpochMs = now()
      const about = { what, way, message: message.trim(), minutes: minutes ?? null, nowEpochMs }
      const told = new Set(await storage.tellings.tell({ together, ...about }))
      services.worker.wakeAt(nowEpochMs)
      const after = await foundAll(seen)
      return {
        told: after.filter(({ id }) => told.has(id)),
        left_out: after.filter(({ id }) => !told.has(id)),
      }
    },

    async deliver_owed({ id }) {
      const left = await retryOverdue(services, id ?? undefined)
      if (!left) throw unknown('delivery')
      return left
    },

    sent_mails: async () => (keptEmails ? keptEmails.newest() : null),

    async sent_mail({ id }) {
      const mail = await keptEmails?.find(id)
      if (!mail) throw unknown('mail')
      return mail
    },
  } satisfies Partial<Answers>
}
