import { constants } from 'node:fs'
import { access, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { giveToFoldersOwner } from '../../base/folders-owner.ts'
import { lazy } from '../../base/lazy.ts'
import { makeFolder } from '../../base/make-folder.ts'
import type { Mailer } from '../mailer.ts'
import { envelope } from './envelope.ts'

async function writeDurably(file: string, content: Buffer): Promise<void> {
  const unfinished = `${file}.${process.pid}.tmp`
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } finally {
    await handle.close()
  }
  giveToFoldersOwner(unfinished)
  await rename(unfinished, file)
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
      await writeDurably(join(folder, `${message.messageId.replace(/@.*$/, '')}.eml`), content)
    },
    check: () => access(folder, constants.W_OK),
    close: () => {},
  }
}
