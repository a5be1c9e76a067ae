export interface Message {
  /** Without its angle brackets; the same message again has the same. */
  messageId: string
  to: string
  replyTo: { name: string; address: string }
  subject: string
  text: string
  html: string
}

/** Where mails go out. */
export interface Mailer {
  /** For the owner, at the start of the server: where mails go. */
  where: string
  /** @throws when the message could not be handed over */
  send(message: Message, signal: AbortSignal): Promise<void>
  close(): void
}
