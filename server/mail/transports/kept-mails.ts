import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SentMail, SentMailText } from '../../../booking/desk.ts'
import { lazy } from '../../base/lazy.ts'

const newestMost = 200
const extension = '.eml'

const parser = lazy(async () => (await import('postal-mime')).default)

/** The mails of the folder in which they are kept without a mail server, for the owner to read. */
export function keptMails(folder: string) {
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
      const dated = await Promise.all(
        (await names()).map(async (name) => ({ name, atMs: (await stat(join(folder, name))).mtimeMs })),
      )
      const newest = dated.sort((a, b) => b.atMs - a.atMs).slice(0, newestMost)
      const mails = await Promise.all(newest.map(({ name }) => read(name)))
      return mails.map(({ id, subject, to, sent_at }) => ({ id, subject, to, sent_at }))
    },

    /** null when there is no such mail */
    async find(id: string): Promise<SentMailText | null> {
      const name = `${id}${extension}`
      return (await names()).includes(name) ? read(name) : null
    },
  }
}
