import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'

/**
 * A mail server on loopback that keeps what it is given.
 * @returns the messages, as a library reads them that is not the one that wrote them
 */
export async function openMailServer(port: number): Promise<Email[]> {
  const received: Email[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.toArray().then(async (chunks) => {
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
