import PostalMime from 'postal-mime'
import { listenForMail } from './listen-for-mail.ts'

/** A mail server that takes each message whole and acknowledges it when the test lets it. */
export async function openSlowMailServer() {
  /** The Message-ID of each message that has come, in the order of coming. */
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
    /** From now on everything is acknowledged at once, what waits included. */
    acknowledge() {
      isHolding = false
      for (const done of waiting.splice(0)) done()
    },
  }
}
