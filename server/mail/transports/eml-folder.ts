import { constants, existsSync } from 'node:fs'
import { access, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lazy } from '../../base/lazy.ts'
import { giveToFoldersOwner, makeFolder } from '../../base/make-folder.ts'
import type { Mailer } from '../mailer.ts'
import { envelope } from './envelope.ts'

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`
  try {
    await writeFile(unfinished, content, { mode: 0o600, flush: true })
    giveToFoldersOwner(unfinished)
    await rename(unfinished, file)
  } catch (error) {
    // On a full disk it would take the room that the database needs.
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Writes each message to a file of its own, which any mail program opens; the same message is the same file. */
export function emlFolder(folder: string, from: string): Mailer {
  makeFolder(folder)
  const composer = lazy(async () =>
    (await import('nodemailer')).createTransport({ streamTransport: true, buffer: true, newline: 'windows' }),
  )
  return {
    where: folder,
    atOnceMax: Number.POSITIVE_INFINITY,
    async send(message) {
      const { message: content } = await (await composer()).sendMail(envelope(message, from))
      if (!Buffer.isBuffer(content)) throw new TypeError('The composer was asked for a buffer.')
      // Its owner may have cleared it away; without the folder above, nothing is where it should be.
      if (existsSync(dirname(folder))) makeFolder(folder)
      await writeDurably(join(folder, `${message.messageId.replace(/@.*$/, '')}.eml`), content)
    },
    check: () => access(folder, constants.W_OK),
    close: () => {},
  }
}
