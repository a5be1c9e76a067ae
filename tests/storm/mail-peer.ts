import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { fate, type Mood, sleep } from './mood.ts'
import type { Random } from './random.ts'

/** A mail server that is slow, late to say that it has taken a mail, and refuses some for a while. */
export interface MailPeer {
  url: string
  mood: Mood
  /** When each Message-ID was taken, as `performance.now` has it: once, if all is well. */
  taken: Map<string, number[]>
  close(): Promise<void>
}

const messageIdPattern = /^message-id:\s*<([^>]+)>/im

export async function startMailPeer(random: Random): Promise<MailPeer> {
  const taken = new Map<string, number[]>()
  const peer: MailPeer = { url: '', mood: 'storms', taken, close: async () => {} }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, _session, done) {
      try {
        const text = Buffer.concat(await stream.toArray()).toString()
        const { delayMs, fails } = fate(random, peer.mood)
        const id = messageIdPattern.exec(text)?.[1] ?? 'none'
        if (!fails) taken.set(id, [...(taken.get(id) ?? []), performance.now()])
        await sleep(delayMs)
        done(fails ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null)
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
