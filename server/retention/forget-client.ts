import { removeKeptMails } from '../mail/transports/kept-mails.ts'
import type { ClientStore, KnownBy } from './client-store.ts'

export type Forgetting =
  | { status: 'forgotten'; appointments: number; mails: number }
  /** Of appointments that are still to come: when they start, epoch milliseconds. Nothing was forgotten. */
  | { status: 'expected'; startsMs: number[] }
  /** The client would come, because the mail that it was cancelled is still owed. Nothing was forgotten. */
  | { status: 'not-told' }

/**
 * Makes all appointments of a client anonymous, unless one is still to come, or was cancelled and the client does not
 * know yet. Of the database's own files they are gone once those are purged.
 *
 * @param tell - tries at once to tell the client how the appointment with that id stands
 */
export async function forgetClient(
  clients: ClientStore,
  dataDir: string,
  client: KnownBy,
  nowEpochMs: number,
  tell: (appointmentId: string) => Promise<unknown> = async () => {},
): Promise<Forgetting> {
  const found = await clients.appointmentsOf(client)
  const toCome = found.filter((one) => one.endEpochMs > nowEpochMs)
  const startsMs = toCome.flatMap((one) => (one.status === 'confirmed' ? one.startEpochMs : []))
  if (startsMs.length > 0) return { status: 'expected', startsMs }
  const untold = () => clients.untold(toCome.flatMap((one) => (one.email ? one.id : [])))
  await Promise.all((await untold()).map(tell))
  if ((await untold()).length > 0) return { status: 'not-told' }
  const ids = found.map(({ id }) => id)
  await clients.forget(ids, nowEpochMs)
  return { status: 'forgotten', appointments: found.length, mails: await removeKeptMails(dataDir, clients) }
}
