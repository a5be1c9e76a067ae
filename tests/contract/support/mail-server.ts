import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/**
 * A mail server on loopback that keeps what it is given.
 *
 * @param refusedFirst - so many messages it asks to send again later, before it takes one
 * @returns the messages, as a library reads them that is not the one that wrote them
 */
export async function openMailServer(port: number, refusedFirst = 0): Promise<Email[]> {
  const received: Email[] = []
  let refusals = refusedFirst
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.toArray().then(async (chunks) => {
        if (refusals > 0) {
          refusals -= 1
          return done(Object.assign(new Error('Later, please'), { responseCode: 451 }))
        }
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      }, done)
    },
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return received
}
