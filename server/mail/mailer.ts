import { fullName } from '#shop/business.ts'
import { calendarFileName } from '../../booking/links.ts'
import type { Invitation } from '../calendar/write-ics.ts'

/** The message as nodemailer takes it; nodemailer encodes what a header cannot hold. */
export function envelope({ messageId, inReplyTo, invitation, ...message }: Message, from: string) {
  return {
    ...message,
    messageId: `<${messageId}>`,
    ...(inReplyTo ? { inReplyTo: `<${inReplyTo}>`, references: `<${inReplyTo}>` } : {}),
    from: { name: fullName, address: from },
    headers: { 'Auto-Submitted': 'auto-generated' },
    // Once as an alternative of the text, which Gmail and Outlook read, and once as a file, which Apple Mail opens.
    ...(invitation ? { icalEvent: { ...invitation, filename: calendarFileName } } : {}),
    // What a client has typed is never a file name or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

export interface Message {
  /** Without its angle brackets; the same message again has the same. */
  messageId: string
  /** The Message-ID of the first message about the appointment, so email apps show both in one thread. */
  inReplyTo?: string | undefined
  to: string
  /** Who gets the answers; without it, the sender. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Tells the recipient's calendar of the appointment (RFC 6047). */
  invitation?: Invitation
}

/** The server says that there is no such mailbox, and will say so again. */
export class RecipientRejected extends Error {
  override name = 'RecipientRefused'
  readonly code = 'EENVELOPE'
  readonly responseCode: number

  constructor(responseCode: number, cause: unknown) {
    super('The recipient is refused.', { cause })
    this.responseCode = responseCode
  }
}

/** Where mails go out. */
export interface Mailer {
  /** For the owner, at the start of the server: where mails go. */
  where: string
  /** How many messages it hands over at a time; Infinity for no limit. */
  atOnceMax: number
  /**
   * Takes as long as the server takes, unless aborted.
   * @throws {RecipientRefused}, or another error when the message could not be handed over
   */
  send(message: Message, signal: AbortSignal): Promise<void>
  /** Finds out whether messages would be taken, without sending one. @throws when not */
  check(): Promise<void>
  close(): void
}
