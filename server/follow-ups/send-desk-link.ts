import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { msPerMinute } from '../../booking/time.ts'
import type { Views } from '../../booking/views.ts'
import { messageId } from '../appointments/identity.ts'
import { withTimeout } from '../base/timeout.ts'
import { type Mailer, RecipientRefused } from '../mail/mailer.ts'
import { retryDelayMs } from '../outbox/backoff.ts'
import { linkLastsMinutes } from '../sessions/desk-links.ts'

/**
 * Mails a link to the desk, again and again as long as the link lasts: always the same message, which opens the desk
 * once. It is not owed in the outbox, which keeps what it sends; should the server end, whoever waits asks again.
 *
 * @throws what the last attempt has thrown, or an AbortError when it was stopped
 */
export async function sendDeskLink(
  mailer: Mailer,
  { letters }: Views,
  to: string,
  link: string,
  stop: AbortSignal,
): Promise<void> {
  stop.throwIfAborted()
  const letter = letters.deskLink(link, linkLastsMinutes)
  const message = { ...letter, messageId: messageId(randomUUID(), 'desk-link', 0), to }
  let fault: unknown
  const attempts = async (signal: AbortSignal) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await mailer.send(message, signal)
      } catch (error) {
        fault = error
        if (error instanceof RecipientRefused) throw error
      }
      await setTimeout(retryDelayMs(attempt, Math.random()), undefined, { signal })
    }
  }
  await withTimeout(linkLastsMinutes * msPerMinute, attempts, stop).catch((error) => {
    throw fault ?? error
  })
}
