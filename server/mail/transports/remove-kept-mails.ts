import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

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
  const forgotten = await clients.forgottenAmong([...namesById.keys()])
  const about = forgotten.flatMap((id) => namesById.get(id) ?? [])
  for (const name of about) await rm(join(folder, name), { force: true })
  return about.length
}
