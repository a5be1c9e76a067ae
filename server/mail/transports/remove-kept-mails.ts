import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const askedAtOnce = 200

interface Clients {
  forgottenAmong(appointmentIds: readonly string[]): Promise<string[]>
}

/**
 * Removes the mails about clients who are forgotten from the folder in which mails are kept without a mail server:
 * those that another process on another machine has forgotten, too.
 * @returns how many there were
 */
export async function removeKeptMails(dataDir: string, clients: Clients): Promise<number> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const namesById = Map.groupBy(names, (name) => name.split('.')[0] ?? '')
  const ids = [...namesById.keys()]
  let removed = 0
  for (let at = 0; at < ids.length; at += askedAtOnce) {
    const forgotten = await clients.forgottenAmong(ids.slice(at, at + askedAtOnce))
    for (const name of forgotten.flatMap((id) => namesById.get(id) ?? [])) {
      await rm(join(folder, name), { force: true })
      removed += 1
    }
  }
  return removed
}
