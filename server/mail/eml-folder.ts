import { constants, existsSync } from 'node:fs'
import { access, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { SentMail, SentMailText } from '../../booking/owner-api.ts'
import { lazy } from '../lib/async.ts'
import { getErrorCode } from '../lib/errors.ts'
import { giveToFolderOwner, makeFolder } from '../lib/files-and-secrets.ts'
import { buildEnvelope, logoId, type Mailer } from './mailer.ts'

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true })
    giveToFolderOwner(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    // On a full disk, the file would take space that the database needs.
    await rm(unfinished, { force: true })
    throw error
  }
}

export function createEmlMailer(folder: string, from: string): Mailer {
  makeFolder(folder)
  const composer = lazy(async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    where: folder,
    atOnceMax: Number.POSITIVE_INFINITY,
    async send(message) {
      const { message: content } = await (await composer()).sendMail(buildEnvelope(message, from))
      if (!Buffer.isBuffer(content)) throw new TypeError('The composer was asked for a buffer.')
      // The owner may have deleted the folder. If the data folder above it is also gone, something is wrong.
      if (existsSync(dirname(folder))) makeFolder(folder)
      await writeDurably(join(folder, `${message.messageId.replace(/@.*$/, '')}.eml`), content)
    },
    check: () => access(folder, constants.W_OK),
    close: () => {},
  }
}

const newestMax = 200
const extension = '.eml'

export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

const parser = lazy(async () => (await import('postal-mime')).default)

/** @returns null for a file that the owner has since deleted */
async function unlessGone<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if (['ENOENT', 'ENAMETOOLONG'].includes(getErrorCode(error) ?? '')) return null
    throw error
  }
}

export function createSavedEmails(dataDir: string) {
  const folder = mailFolder(dataDir)

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
      attachments: attachments
        .filter(({ contentId }) => contentId !== `<${logoId}>`)
        .map(({ filename, mimeType }) => filename ?? mimeType),
    }
  }

  return {
    async newest(): Promise<SentMail[]> {
      const files = await Promise.all(
        (await names()).map(async (name) => ({ name, file: await unlessGone(stat(join(folder, name))) })),
      )
      const dated = files.flatMap(({ name, file }) => (file ? [{ name, atMs: file.mtimeMs }] : []))
      const newest = dated.sort((a, b) => b.atMs - a.atMs).slice(0, newestMax)
      const mails = await Promise.all(newest.map(({ name }) => unlessGone(read(name))))
      return mails.flatMap((mail) => mail ?? []).map(({ text, attachments, ...listed }) => listed)
    },

    async find(id: string): Promise<SentMailText | null> {
      // An id with a separator would point to a file elsewhere. File names have no NUL.
      const isName = id === basename(id) && !id.includes('\0')
      return isName ? unlessGone(read(`${id}${extension}`)) : null
    },
  }
}

/** Removes saved emails about clients whose data was deleted, even by a process on another machine. */
export async function removeSavedEmails(
  dataDir: string,
  clients: { anonymizedAmong(appointmentIds: readonly string[]): Promise<string[]> },
): Promise<number> {
  const folder = mailFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  const namesById = Map.groupBy(names, (name) => name.split('.')[0] ?? '')
  const forgotten = await clients.anonymizedAmong([...namesById.keys()])
  const about = forgotten.flatMap((id) => namesById.get(id) ?? [])
  for (const name of about) await rm(join(folder, name), { force: true })
  return about.length
}
