import PostalMime from 'postal-mime'
import { listenForMail } from './mail-server.ts'

/** A mail server that acknowledges each message when the test lets it. */
export async function openSlowMailServer() {
  /** Message-IDs. */
  const received: string[] = []
  const waiting: (() => void)[] = []
  let isHolding = true
  let mostAtOnce = 0
  const url = await listenForMail({
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
  return {
    received,
    url,
    mostAtOnce: () => mostAtOnce,
    /** Acknowledges everything from now on. */
    acknowledge() {
      isHolding = false
      for (const done of waiting.splice(0)) done()
    },
  }
}
