import type { SMTPConnectionCustomAuthContext } from 'nodemailer/lib/smtp-connection'
import { lazy } from '../lib/async.ts'
import { buildEnvelope, EnvelopeRejected, type Mailer, RecipientRejected } from './mailer.ts'

const connectTimeoutMs = 10_000

/** Some servers delay their greeting to catch impatient spammers. */
const greetingTimeoutMs = 60_000

/**
 * A server may take ten minutes to accept a message. A client that stops waiting sooner sends the message twice.
 * https://www.rfc-editor.org/rfc/rfc5321#section-4.5.3.2.6
 */
const silenceTimeoutMs = 10 * 60_000

/** A firewall may silently drop a connection that is idle for longer. */
const idleTimeoutMs = 8000

const connectionsMax = 3
const checkTimeouts = { connectionTimeout: 5000, greetingTimeout: 5000, socketTimeout: 8000 }

const loopback = /^(localhost|127\..*|\[::1\])$/

export function needsEncryption(url: string): boolean {
  const { hostname, password } = new URL(url)
  return password !== '' && !loopback.test(hostname)
}

/** If clear text is allowed, an attacker doesn't even need a forged certificate. */
function needsProof(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return needsEncryption(url) || (protocol === 'smtps:' && !loopback.test(hostname))
}

/** nodemailer replaces every connection error's code with ESOCKET, and keeps the original. */
const withOriginalCode = (error: unknown): unknown =>
  error instanceof Error && 'originalCode' in error
    ? Object.assign(error, { code: error.originalCode })
    : error

// Exim and others without RFC 3463's codes say only in text that they don't accept mail from this server.
const wantsSignIn = /relay|authenti|\blog(ged)?.?in\b|\bsign(ed)?.?in\b/i
const aboutSender = /\bsender\b/i

/** No such mailbox, a mailbox that moved, and a domain without email (RFC 3463; RFC 7505). */
const missingMailboxCode = /\b5\.1\.(?:1|6|10)\b/
/** The mailbox's state, the protocol, or a policy: all of them can change (RFC 3463). */
const changingCode = /\b5\.[257]\.\d+\b/
const mailbox = '(?:user|mailbox|recipient|account|(?:e-?mail )?address)'
const missingMailboxWords = new RegExp(
  `\\b(?:no such|unknown|invalid|non-?existent) (?:local )?${mailbox}\\b|` +
    `\\b${mailbox}\\b.{0,80}\\b(?:unknown|not found|not exist|doesn['’]t exist|no longer exists|nonexistent)\\b|` +
    `\\bno (?:mailbox|account|user)\\b.{0,20}\\b(?:here|by that name|found)\\b`,
  'is',
)
/** A limit, a list, or a greeting that the server doesn't like, whatever else it says. */
const changingWords =
  /\b(?:too many|rate|limits?|quota|full|later|again|gr[ae]y-?list\w*|black-?list\w*|block\w*|listed|rbl|dns\w*|spam|junk\w*|helo|ehlo|polic(?:y|ies)|reputation|ip|denied)\b/i

/** Returns null for any rejection other than a missing mailbox, because a retry can succeed. */
function missingMailboxStatus(response: string): number | null {
  const [, status] = /^(55\d)[ -]/.exec(response) ?? []
  if (status === undefined || wantsSignIn.test(response) || aboutSender.test(response)) return null
  if (missingMailboxCode.test(response)) return Number(status)
  const canChange = changingCode.test(response) || changingWords.test(response)
  return !canChange && missingMailboxWords.test(response) ? Number(status) : null
}

/** Postfix rejects a sender only after it knows the recipient, so the text counts more than the command. */
function rejection(command: 'sender' | 'recipient', response: string): EnvelopeRejected {
  if (wantsSignIn.test(response)) return new EnvelopeRejected('sign-in', response)
  return new EnvelopeRejected(aboutSender.test(response) ? 'sender' : command, response)
}

/**
 * Names a sender and a recipient, then quits.
 * @returns why the server rejects one, or null
 */
async function tryEnvelope(
  { from, to }: { from: string; to: string },
  { sendCommand }: SMTPConnectionCustomAuthContext,
): Promise<EnvelopeRejected | null> {
  const sender = await sendCommand(`MAIL FROM:<${from}>`)
  if (!sender.response.startsWith('2')) return rejection('sender', sender.response)
  const recipient = await sendCommand(`RCPT TO:<${to}>`)
  await sendCommand('RSET')
  return recipient.response.startsWith('2') ? null : rejection('recipient', recipient.response)
}

async function tryToSend(options: object, envelope: { from: string; to: string }): Promise<void> {
  const [{ default: Transport }, { default: Connection }] = await Promise.all([
    import('nodemailer/lib/smtp-transport'),
    import('nodemailer/lib/smtp-connection'),
  ])
  const transport = new Transport({ ...options, ...checkTimeouts })
  const account = transport.getAuth({})
  let rejected: EnvelopeRejected | null = null
  // nodemailer sends custom commands only in a custom sign-in method.
  const method = 'ENVELOPE'
  const connection = new Connection({
    ...transport.options,
    customAuth: {
      [method]: async (context) => {
        rejected = await tryEnvelope(envelope, context)
      },
    },
  })
  const { promise: failed, reject } = Promise.withResolvers<never>()
  connection.on('error', reject)
  connection.on('end', () => reject(new Error('The server closed the connection.')))
  const step = (start: (done: (error?: Error | null) => void) => void) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    start((error) => (error ? reject(error) : resolve()))
    return Promise.race([promise, failed])
  }
  try {
    await step((done) => connection.connect(done))
    if (account && connection.allowsAuth) await step((done) => connection.login(account, done))
    await step((done) => connection.login({ method }, done))
    connection.quit()
  } finally {
    connection.close()
  }
  if (rejected) throw rejected
}

const domainName = /^(?=.*[a-z])[a-z\d-]+(?:\.[a-z\d-]+)+$/i

/** Strict servers reject the greeting of a machine whose own name has no dot, which would be [127.0.0.1]. */
function greetingName(from: string, publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? '' : new URL(publicUrl).hostname
  return domainName.test(host) ? host : from.slice(from.lastIndexOf('@') + 1)
}

interface Sender {
  from: string
  /** The owner's address. Emails to it never fail permanently, because the owner can fix the cause. */
  ownAddress: string
  publicUrl?: string | undefined
}

export function createSmtpMailer(url: string, { from, ownAddress, publicUrl }: Sender): Mailer {
  let close = () => {}
  /** Until a server accepts a recipient, it may reject them all, whatever it says. */
  let hasAccepted = false

  function translated(error: unknown, to: string): unknown {
    if (!(error instanceof Error) || !('command' in error) || error.command !== 'RCPT TO')
      return withOriginalCode(error)
    const status = missingMailboxStatus(String('response' in error && error.response))
    return status === null || !hasAccepted || to === ownAddress ? error : new RecipientRejected(status, error)
  }

  const options = {
    url,
    name: greetingName(from, publicUrl),
    // Otherwise nodemailer continues in clear text if the server, or an attacker in between, doesn't offer STARTTLS.
    requireTLS: needsEncryption(url),
    tls: { rejectUnauthorized: needsProof(url) },
    connectionTimeout: connectTimeoutMs,
    dnsTimeout: connectTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: silenceTimeoutMs,
  }
  const transport = lazy(async () => {
    const { createTransport } = await import('nodemailer')
    const pool = { pool: true, maxConnections: connectionsMax, idleTimeout: idleTimeoutMs } as const
    const made = createTransport({ ...options, ...pool })
    close = () => made.close()
    return made
  })
  return {
    where: `${new URL(url).protocol}//${new URL(url).host}`,
    atOnceMax: connectionsMax,
    async send(message, signal) {
      try {
        await (await transport()).sendMail({ ...buildEnvelope(message, from), signal })
        hasAccepted = true
      } catch (error) {
        throw translated(error, message.to)
      }
    },
    async check() {
      try {
        await tryToSend(options, { from, to: ownAddress })
      } catch (error) {
        throw withOriginalCode(error)
      }
    },
    close: () => close(),
  }
}
