import { lazy } from '../../base/lazy.ts'
import type { Mailer } from '../mailer.ts'
import { envelope } from './envelope.ts'

const connectTimeoutMs = 5000
const silenceTimeoutMs = 8000

const loopback = /^(localhost|127\..*|\[::1\])$/

/** Whether a connection that stays in clear text would show the account's password to whoever listens on the way. */
export function needsEncryption(url: string): boolean {
  const { hostname, password } = new URL(url)
  return password !== '' && !loopback.test(hostname)
}

/** Hands each message to a mail server, over connections that are kept open. */
export function smtpMailer(url: string, from: string): Mailer {
  let close = () => {}
  const transport = lazy(async () => {
    const { createTransport } = await import('nodemailer')
    const made = createTransport({
      url,
      pool: true,
      // By itself nodemailer goes on in clear text where a server does not offer STARTTLS, or somebody strips the offer.
      requireTLS: needsEncryption(url),
      maxConnections: 3,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      dnsTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
    })
    close = () => made.close()
    return made
  })
  return {
    // The address without the account that may stand in it.
    where: `${new URL(url).protocol}//${new URL(url).host}`,
    async send(message, signal) {
      await (await transport()).sendMail({ ...envelope(message, from), signal })
    },
    async check() {
      await (await transport()).verify()
    },
    close: () => close(),
  }
}
