import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { fate, type Mood, sleep } from './mood.ts'
import type { Random } from './random.ts'

/** A mail server that is slow and refuses mails for a while, and counts what it has taken. */
export interface MailPeer {
  url: string
  mood: Mood
  /** How often each Message-ID was taken. */
  taken: Map<string, number>
  close(): Promise<void>
}

const messageIdPattern = /^message-id:\s*<([^>]+)>/im

export async function startMailPeer(random: Random): Promise<MailPeer> {
  const taken = new Map<string, number>()
  const peer: MailPeer = { url: '', mood: 'storms', taken, close: async () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      try {
        const text = Buffer.concat(await stream.toArray()).toString()
        const { delayMs, fails } = fate(random, peer.mood)
        await sleep(delayMs)
        if (fails) {
          done(Object.assign(new Error('Try again later'), { responseCode: 451 }))
          return
        }
        const id = messageIdPattern.exec(text)?.[1] ?? 'none'
        taken.set(id, (taken.get(id) ?? 0) + 1)
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  server.on('error', () => {
    // Its clients are killed in the middle of a mail.
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  peer.url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  peer.close = () => new Promise((resolve) => server.close(() => resolve()))
  return peer
}
