import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'

/**
 * A mail server, by default without sign-in or encryption.
 * @returns its address on loopback
 */
export async function listenForMail(
  answers: SMTPServerOptions,
  port = 0,
  host = '127.0.0.1',
): Promise<string> {
  const withoutAccount = { authOptional: true, disabledCommands: ['STARTTLS'] }
  // On shutdown, it doesn't wait for a sender with an open connection.
  const server = new SMTPServer({ ...withoutAccount, closeTimeout: 1, ...answers })
  // A sender stops waiting, or is killed in the middle of a message.
  server.on('error', () => {})
  server.listen(port, host)
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

/** Accepts each message after this. */
export const receive =
  (take: (email: Email) => unknown): NonNullable<SMTPServerOptions['onData']> =>
  (stream, _session, done) => {
    const received = stream.toArray().then((chunks) => PostalMime.parse(Buffer.concat(chunks)))
    received.then(take).then(() => done(), done)
  }

/** Rejects a recipient with a line like "550 No such user", or accepts it. */
export const judgeRecipients =
  (answerTo: (address: string) => string | null): NonNullable<SMTPServerOptions['onRcptTo']> =>
  ({ address }, _session, done) => {
    const answer = answerTo(address)
    if (answer === null) return done()
    done(Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) }))
  }

/**
 * A mail server on loopback that keeps its messages.
 * @param refusedFirst - how many messages it first asks to send again later
 */
export async function openMailServer(port: number, refusedFirst = 0): Promise<Email[]> {
  const received: Email[] = []
  let refusals = refusedFirst
  const onData = receive((email) => {
    if (refusals-- > 0) throw Object.assign(new Error('Later, please'), { responseCode: 451 })
    received.push(email)
  })
  await listenForMail({ onData }, port)
  return received
}

/** A mail server that acknowledges no message until the test lets it. */
export async function openSlowMailServer() {
  const messageIds: string[] = []
  const { promise: acknowledged, resolve: acknowledge } = Promise.withResolvers<void>()
  const onData = receive(({ messageId = '' }) => {
    messageIds.push(messageId)
    return acknowledged
  })
  return { url: await listenForMail({ onData }), received: messageIds, acknowledge }
}
