import PostalMime, { type Email } from 'postal-mime'
import type { SMTPServerOptions } from 'smtp-server'
import { listenForMail } from './listen-for-mail.ts'

/**
 * A mail server on loopback that keeps what it is given.
 *
 * @param refusedFirst - so many messages it asks to send again later, before it takes one
 * @returns the messages, as a library reads them that is not the one that wrote them
 */
export async function openMailServer(port: number, refusedFirst = 0): Promise<Email[]> {
  const received: Email[] = []
  let refusals = refusedFirst
  const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
    stream.toArray().then(async (chunks) => {
      if (refusals > 0) {
        refusals -= 1
        return done(Object.assign(new Error('Later, please'), { responseCode: 451 }))
      }
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    }, done)
  }
  await listenForMail({ onData }, port)
  return received
}
