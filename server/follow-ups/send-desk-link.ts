import { randomUUID } from 'node:crypto'
import type { Views } from '../../booking/views.ts'
import { messageId } from '../appointments/identity.ts'
import { withTimeout } from '../base/timeout.ts'
import type { Mailer } from '../mail/mailer.ts'
import { linkLastsMinutes } from '../sessions/desk-links.ts'

const sendTimeoutMs = 10_000

/** Mails a link to the desk; not owed in the outbox, which keeps what it sends, because whoever waits asks again. */
export async function sendDeskLink(
  mailer: Mailer,
  { letters }: Views,
  to: string,
  link: string,
): Promise<void> {
  const letter = letters.deskLink(link, linkLastsMinutes)
  const message = { ...letter, messageId: messageId(randomUUID(), 'desk-link', 0), to }
  await withTimeout(sendTimeoutMs, (signal) => mailer.send(message, signal))
}
