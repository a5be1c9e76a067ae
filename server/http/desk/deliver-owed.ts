import type { OwedEntry } from '../../../booking/owner-api.ts'
import type { Services } from '../services.ts'

/** As many are waited for; the outbox goes on with the others by itself. */
const waitedForMost = 20

/**
 * Tries again at once what is overdue, all of it or the one.
 * @returns what is still overdue; null when there is no such one
 */
export async function deliverOwed(
  { storage: { deskAppointments, owed }, outbox, now }: Services,
  id: number | undefined,
): Promise<OwedEntry[] | null> {
  const overdue = await deskAppointments.overdue(now())
  const wanted = overdue.filter(({ entry }) => id === undefined || entry.id === id)
  if (id !== undefined && wanted.length === 0) return null
  await owed.retry(now(), id)
  const waitedFor = wanted.slice(0, waitedForMost)
  await Promise.all(waitedFor.map(({ subjectId, kind }) => outbox.deliverNow(subjectId, kind)))
  outbox.wakeAt(now())
  return (await deskAppointments.overdue(now())).map(({ entry }) => entry)
}
