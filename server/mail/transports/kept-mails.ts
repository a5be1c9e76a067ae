import { existsSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SentMail, SentMailText } from '../../../booking/owner-api.ts'
import { codeOf } from '../../base/fault.ts'
import { lazy } from '../../base/lazy.ts'

const newestMost = 200
const extension = '.eml'

/** Where mails are kept when there is no mail server. */
export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

const parser = lazy(async () => (await import('postal-mime')).default)

/** Their owner may clear a mail away, and a client be forgotten, while the others are read. */
async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** The kept mails, for the owner to read. */
export function keptMails(dataDir: string) {
  const folder = mailFolder(dataDir)

  /** None where their owner has cleared them away. */
  const names = async () =>
    existsSync(folder) ? (await readdir(folder)).filter((name) => name.endsWith(extension)) : []

  async function read(name: string): Promise<SentMailText> {
    const file = join(folder, name)
    const { subject, to, text, attachments } = await (await parser()).parse(await readFile(file))
    return {
      id: name.slice(0, -extension.length),
      subject: subject ?? '',
      to: (to ?? []).map(({ address }) => address ?? '').join(', '),
      sent_at: new Date((await stat(file)).mtimeMs).toISOString(),
      text: text ?? '',
      attachments: attachments.map(({ filename, mimeType }) => filename ?? mimeType),
    }
  }

  return {
    /** The newest, those that were sent last first. */
    async newest(): Promise<SentMail[]> {
      const files = await Promise.all(
        (await names()).map(async (name) => ({ name, file: await unlessGone(stat(join(folder, name))) })),
      )
      const dated = files.flatMap(({ name, file }) => (file ? [{ name, atMs: file.mtimeMs }] : []))
      const newest = dated.sort((a, b) => b.atMs - a.atMs).slice(0, newestMost)
      const mails = await Promise.all(newest.map(({ name }) => unlessGone(read(name))))
      return mails.flatMap((mail) => mail ?? []).map(({ text, attachments, ...listed }) => listed)
    },

    /** null when there is no such mail */
    async find(id: string): Promise<SentMailText | null> {
      const name = `${id}${extension}`
      return (await names()).includes(name) ? unlessGone(read(name)) : null
    },
  }
}

interface Clients {
  forgottenAmong(appointmentIds: readonly string[]): Promise<string[]>
}

/**
 * Removes the kept mails about clients who are forgotten: those that another process on another machine has forgotten,
 * too.
 * @returns how many there were
 */
export async function removeKeptMails(dataDir: string, clients: Clients): Promise<number> {
  const folder = mailFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  const namesById = Map.groupBy(names, (name) => name.split('.')[0] ?? '')
  const forgotten = await clients.forgottenAmong([...namesById.keys()])
  const about = forgotten.flatMap((id) => namesById.get(id) ?? [])
  for (const name of about) await rm(join(folder, name), { force: true })
  return about.length
}
