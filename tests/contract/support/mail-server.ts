import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/** A mail server on loopback without sign-in or encryption. @returns its address */
export async function listenForMail(answers: SMTPServerOptions, port = 0): Promise<string> {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'], ...answers })
  // A sender stops waiting, or is killed in the middle of a message.
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

/**
 * A mail server on loopback that keeps its messages.
 * @param refusedFirst - how many messages it first asks to send again later
 */
export async function openMailServer(port: number, refusedFirst = 0): Promise<Email[]> {
  const received: Email[] = []
  let refusals = refusedFirst
  const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
    stream.toArray().then(async (chunks) => {
      if (refusals-- > 0) return done(Object.assign(new Error('Later, please'), { responseCode: 451 }))
      received.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    }, done)
  }
  await listenForMail({ onData }, port)
  return received
}
