import { once } from 'node:events'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail server that takes each message whole and acknowledges it when the test lets it. */
export async function openSlowMailServer() {
  /** The Message-ID of each message that has come, in the order of coming. */
  const received: string[] = []
  const waiting: (() => void)[] = []
  let isHolding = true
  let mostAtOnce = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 0,
    onData(stream, _session, done) {
      stream.toArray().then(async (chunks) => {
        received.push((await PostalMime.parse(Buffer.concat(chunks))).messageId ?? '')
        if (!isHolding) return done()
        waiting.push(() => done())
        mostAtOnce = Math.max(mostAtOnce, waiting.length)
      }, done)
    },
  })
  server.on('error', () => {
    // The sender has given up.
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('The mail server listens nowhere.')
  return {
    received,
    url: `smtp://127.0.0.1:${address.port}`,
    mostAtOnce: () => mostAtOnce,
    /** From now on everything is acknowledged at once, what waits included. */
    acknowledge() {
      isHolding = false
      for (const done of waiting.splice(0)) done()
    },
  }
}
