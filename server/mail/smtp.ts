import { lazy } from '../lib/async.ts'
import { envelope, type Mailer, RecipientRejected } from './mailer.ts'

const connectTimeoutMs = 10_000

/** Servers let those wait who might be in a hurry. */
const greetingTimeoutMs = 60_000

/**
 * A server that has been given a message may think about it for ten minutes; whoever gives up sooner sends it again.
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2.6
 */
const silenceTimeoutMs = 10 * 60_000

/** What a connection has not been used for so long may have lost on the way, nobody says. */
const idleTimeoutMs = 8000

const connectionsMax = 3

/** Whoever only asks whether mail works does not wait for a server that thinks. */
const checkTimeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 }

const loopback = /^(localhost|127\..*|\[::1\])$/

/** Whether a connection that stays in clear text would show the account's password to whoever listens on the way. */
export function needsEncryption(url: string): boolean {
  const { hostname, password } = new URL(url)
  return password !== '' && !loopback.test(hostname)
}

/**
 * Whether the server has to prove who it is. On this machine nobody stands between, and there it has no certificate
 * that anybody would have signed; and where clear text would do, whoever stands between need not forge one.
 */
function needsProof(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return needsEncryption(url) || (protocol === 'smtps:' && !loopback.test(hostname))
}

/** nodemailer calls whatever happens to a connection ESOCKET, and keeps what it was. */
function asItWas(error: unknown): unknown {
  if (error instanceof Error && 'originalCode' in error)
    return Object.assign(error, { code: error.originalCode })
  return error
}

/** Exim and others without RFC 3463's codes say only in words that they do not accept mail from this server. */
const aboutSender = /relay|authenti|\blog.?in\b|\bsign.?in\b|\bsender\b/i

/**
 * The status of a response if it means that no such mailbox exists, and null for one that a later attempt can change:
 * a full mailbox (RFC 3463, X.2.2), or a rule or protocol error (X.7, X.5), which the owner can fix in the settings.
 */
function missingMailboxStatus(response: string): number | null {
  const [, status] = /^(55\d)[ -]/.exec(response) ?? []
  const [, subject, detail] = /\b5\.(\d+)\.(\d+)\b/.exec(response) ?? []
  const canChange = subject === '5' || subject === '7' || (subject === '2' && detail === '2')
  return status === undefined || canChange || aboutSender.test(response) ? null : Number(status)
}

/**
 * Hands each message to a mail server, over connections that are kept open.
 *
 * @param ownAddress - the owner's; it is never given up, because the owner can fix it
 */
export function smtpMailer(url: string, from: string, ownAddress: string): Mailer {
  let close = () => {}
  /** A server that accepted no recipient yet may reject them all, whatever its words. */
  let hasAccepted = false

  function translated(error: unknown, to: string): unknown {
    if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO')
      return asItWas(error)
    const status = missingMailboxStatus(String('response' in error && error.response))
    return status === null || !hasAccepted || to === ownAddress ? error : new RecipientRejected(status, error)
  }

  const options = {
    url,
    // By itself nodemailer goes on in clear text where a server does not offer STARTTLS, or somebody strips the offer.
    requireTLS: needsEncryption(url),
    tls: { rejectUnauthorized: needsProof(url) },
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  }
  const transport = lazy(async () => {
    const { createTransport } = await import('nodemailer')
    const made = createTransport({
      ...options,
      pool: true,
      maxConnections: connectionsMax,
      idleTimeout: idleTimeoutMs,
    })
    close = () => made.close()
    return made
  })
  return {
    // The address without the account that may stand in it.
    where: `${new URL(url).protocol}//${new URL(url).host}`,
    atOnceMax: connectionsMax,
    async send(message, signal) {
      try {
        await (await transport()).sendMail({ ...envelope(message, from), signal })
        hasAccepted = true
      } catch (error) {
        throw translated(error, message.to)
      }
    },
    async check() {
      const { createTransport } = await import('nodemailer')
      try {
        await createTransport({ ...options, ...checkTimeouts }).verify()
      } catch (error) {
        throw asItWas(error)
      }
    },
    close: () => close(),
  }
}
