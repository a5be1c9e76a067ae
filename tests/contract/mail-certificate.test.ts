import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { errorKind } from '../../server/lib/errors.ts'
import type { Mailer } from '../../server/mail/mailer.ts'
import { smtpMailer } from '../../server/mail/smtp.ts'
import { freePort } from '../support/free-port.ts'

const message = {
  messageId: 'one@tailor.example',
  to: 'ann@example.com',
  subject: 'S',
  text: 'T',
  html: '<p>T</p>',
}

/** A mail server with the self-signed certificate that it came with. */
async function openOutOfTheBox(secure: boolean, more: SMTPServerOptions = {}) {
  const passwords: unknown[] = []
  const encrypted: boolean[] = []
  const server = new SMTPServer({
    secure,
    // Otherwise it warns about its own certificate.
    logger: false,
    authOptional: true,
    onAuth({ username, password }, _session, done) {
      passwords.push(password)
      done(null, { user: username })
    },
    onData(stream, session, done) {
      encrypted.push(session.secure)
      stream.resume().on('end', done)
    },
    ...more,
  })
  // A client that doesn’t trust it ends the connection.
  server.on('error', () => {})
  const port = await freePort()
  server.listen(port, '0.0.0.0')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  return { port, encrypted, passwords }
}

function mailerFor(url: string) {
  const mailer = smtpMailer(url, 'fittings@tailor.example', 'owner@tailor.example')
  onTestFinished(() => mailer.close())
  return mailer
}

describe('a mail server with a self-signed certificate', () => {
  it.each([
    { what: 'on this machine', from: 'smtp://', host: '127.0.0.1' },
    { what: 'on this machine, with a password', from: 'smtp://user:word@', host: '127.0.0.1' },
    { what: 'on this machine, encrypted from the start', from: 'smtps://', host: '127.0.0.1' },
    { what: 'elsewhere, where clear text would do', from: 'smtp://', host: '0.0.0.0' },
  ])('$what gets encrypted emails', async ({ from, host }) => {
    const { port, encrypted } = await openOutOfTheBox(from.startsWith('smtps'))
    const mailer = mailerFor(`${from}${host}:${port}`)
    await mailer.check()
    await mailer.send(message, AbortSignal.timeout(100_000))
    expect(encrypted).toEqual([true])
  })

  it.each([
    { from: 'smtp://user:word@', what: 'the password of an account' },
    { from: 'smtps://', what: 'what was to be encrypted from the start' },
  ])('elsewhere doesn’t get $what, and the error says why', async ({ from }) => {
    const { port, encrypted } = await openOutOfTheBox(from.startsWith('smtps'))
    // Also this machine, but not one of its known names.
    const mailer = mailerFor(`${from}0.0.0.0:${port}`)
    const faults = [mailer.check(), mailer.send(message, AbortSignal.timeout(100_000))].map((done) =>
      done.then(() => null, errorKind),
    )
    const aboutIt = expect.stringMatching(/CERT/)
    expect(await Promise.all(faults)).toEqual([aboutIt, aboutIt])
    expect(encrypted).toEqual([])
  })

  it('elsewhere doesn’t get a password in clear text when it offers no encryption', async () => {
    // Or someone in between removed the offer.
    const { port, encrypted, passwords } = await openOutOfTheBox(false, {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
    })
    const outcome = (mailer: Mailer) =>
      mailer.send(message, AbortSignal.timeout(100_000)).then(() => 'sent', errorKind)
    const elsewhere = mailerFor(`smtp://user:word@0.0.0.0:${port}`)
    // The owner and the log see it.
    expect(elsewhere.where).toBe(`smtp://0.0.0.0:${port}`)
    expect(await outcome(elsewhere)).toMatch(/TLS/)
    expect(passwords).toEqual([])
    expect(await outcome(mailerFor(`smtp://user:word@127.0.0.1:${port}`))).toBe('sent')
    expect(passwords).toEqual(['word'])
    expect(encrypted).toEqual([false])
  })
})
