import { removeKeptMails } from '../mail/transports/kept-mails.ts'
import type { ClientStore, KnownBy } from './client-store.ts'

/**
 * Makes all appointments of a client anonymous, unless one is still to come. Of the database's own files they are gone
 * once those are purged.
 *
 * @returns how many appointments and kept mails; or, when nothing was forgotten, the starts of those still to come
 */
export async function forgetClient(
  clients: ClientStore,
  dataDir: string,
  client: KnownBy,
  nowEpochMs: number,
): Promise<{ forgotten: number; mails: number; stillToComeMs: number[] }> {
  const found = await clients.appointmentsOf(client)
  const toCome = found.filter((one) => one.status === 'confirmed' && one.endEpochMs > nowEpochMs)
  if (toCome.length > 0) {
    return { forgotten: 0, mails: 0, stillToComeMs: toCome.map((one) => one.startEpochMs) }
  }
  const ids = found.map(({ id }) => id)
  await clients.forget(ids, nowEpochMs)
  return { forgotten: found.length, mails: await removeKeptMails(dataDir, clients), stillToComeMs: [] }
}
