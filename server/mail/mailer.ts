export interface Message {
  /** Without its angle brackets; the same message again has the same. */
  messageId: string
  to: string
  /** Who gets the answers; without it, the sender. */
  replyTo?: { name: string; address: string }
  subject: string
  text: string
  html: string
  /** Tells the recipient's calendar of the appointment (RFC 6047). */
  invitation?: Invitation
}

export interface Invitation {
  /** REQUEST for a new or moved appointment, CANCEL for one that will not take place (RFC 5546). */
  method: 'REQUEST' | 'CANCEL'
  /** An iCalendar object with that method. */
  content: string
}

/** Where mails go out. */
export interface Mailer {
  /** For the owner, at the start of the server: where mails go. */
  where: string
  /** @throws when the message could not be handed over */
  send(message: Message, signal: AbortSignal): Promise<void>
  /** Finds out whether messages would be taken, without sending one. @throws when not */
  check(): Promise<void>
  close(): void
}
