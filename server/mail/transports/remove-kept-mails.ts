import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the mails about these appointments from the folder in which mails are kept without a mail server. */
export async function removeKeptMails(dataDir: string, appointmentIds: readonly string[]): Promise<number> {
  const folder = join(dataDir, 'mail')
  const known = new Set(appointmentIds)
  const names = await readdir(folder).catch(() => [])
  const theirs = names.filter((name) => known.has(name.split('.')[0] ?? ''))
  for (const name of theirs) await rm(join(folder, name), { force: true })
  return theirs.length
}
