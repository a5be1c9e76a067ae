import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fullName } from '#shop/business.ts'
import type { Invitation } from '../calendar/write-ics.ts'

/** Comes from the built page, if the shop has a logo. `own-shop.ts` sets the variable. */
const logoFile = join(process.env.SHOP_DIST ?? '', 'shop/pictures/rendered/logo-email.png')
export const logoId = 'logo'

/** Emails that show the logo embed it, because email apps block pictures from the internet. */
const logoOf = (html: string) =>
  html.includes(`cid:${logoId}`) && existsSync(logoFile)
    ? { attachments: [{ filename: 'logo.png', content: readFileSync(logoFile), cid: logoId }] }
    : {}

export function buildEnvelope({ messageId, inReplyTo, invitation, ...message }: Message, from: string) {
  return {
    ...message,
    ...logoOf(message.html),
    messageId: `<${messageId}>`,
    ...(inReplyTo ? { inReplyTo: `<${inReplyTo}>`, references: `<${inReplyTo}>` } : {}),
    from: { name: fullName, address: from },
    headers: { 'Auto-Submitted': 'auto-generated' },
    // nodemailer adds the invitation twice: Gmail and Outlook read the alternative, and Apple Mail opens the file.
    ...(invitation ? { icalEvent: { ...invitation, filename: 'appointment.ics' } } : {}),
    // Nothing that a client typed becomes a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export interface Message {
  /** Without angle brackets. The same for a retry. */
  messageId: string
  /** The Message-ID of the first message about the appointment, so email apps show both in one thread. */
  inReplyTo?: string | undefined
  to: string
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** RFC 6047 */
  invitation?: Invitation
}

export class RecipientRejected extends Error {
  override name = 'RecipientRejected'
  readonly code = 'EENVELOPE'
  readonly responseCode: number

  constructor(responseCode: number, cause: unknown) {
    super('The mail server rejected the recipient.', { cause })
    this.responseCode = responseCode
  }
}

/** In one line, whatever a server writes into a terminal. */
export const toOneLine = (response: string) => response.replace(/[\s\p{Cc}]+/gu, ' ')

export class EnvelopeRejected extends Error {
  override name = 'EnvelopeRejected'
  readonly code = 'EENVELOPE'
  readonly about: 'sign-in' | 'sender' | 'recipient'
  readonly response: string
  readonly responseCode: number

  constructor(about: EnvelopeRejected['about'], response: string) {
    super('The mail server rejected an envelope.')
    this.about = about
    this.response = toOneLine(response)
    this.responseCode = Number.parseInt(response, 10)
  }
}

export interface Mailer {
  where: string
  atOnceMax: number
  /**
   * Waits for the mail server, unless aborted.
   * @throws {RecipientRejected}, or another error if sending fails
   */
  send(message: Message, signal: AbortSignal): Promise<void>
  /**
   * Checks whether the mail server would accept an email to the owner, without sending one.
   * @throws if not
   */
  check(): Promise<void>
  close(): void
}
