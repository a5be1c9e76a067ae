import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { messageId, shopDomain } from '../../booking/calendar-event.ts'
import { signInPath } from '../../booking/links.ts'
import { msPerMinute } from '../../booking/time.ts'
import type { Views } from '../../booking/views.ts'
import type { SessionStore } from '../db/sessions.ts'
import { retryDelayMs, withTimeout } from '../lib/async.ts'
import { digestOf, newToken } from '../lib/files-and-secrets.ts'
import { type Mailer, RecipientRejected } from '../mail/mailer.ts'

export const linkLastsMinutes = 15

/** At most five an hour: strangers who press the button can delay the owner's next link by 20 minutes. */
const pace = { atOnce: 3, everyMs: 20 * msPerMinute }

export type SignInLinks = ReturnType<typeof createSignInLinks>

interface Dependencies {
  store: SessionStore
  /** The addresses of the desk, one at least. */
  addresses: readonly string[]
  /** @throws when the mail could not be handed over */
  send: (to: string, link: string, stop: AbortSignal) => Promise<void>
  /** Without a slash at the end. */
  publicUrl: () => string
  now: () => number
}

/** Links that open the desk to whoever reads the shop's mailbox, or sits at the server's terminal. */
export function createSignInLinks({ store, addresses, send, publicUrl, now }: Dependencies) {
  async function makeFor(email: string): Promise<string> {
    const token = newToken()
    await store.addLink(digestOf(token), email, now() + linkLastsMinutes * msPerMinute, now())
    return `${publicUrl()}${signInPath(token)}`
  }

  return {
    /** A new link, which works once and for a quarter of an hour. */
    make: () => makeFor(addresses[0] ?? ''),

    /** Mails a link to that address, if it is one of the desk's; without one, to each of them. @param stop - gives up */
    async mail(email: string | undefined, stop: AbortSignal): Promise<void> {
      const wanted = email?.trim().toLowerCase()
      const to = addresses.filter((address) => wanted === undefined || address.toLowerCase() === wanted)
      await Promise.all(
        to.map(async (address) => {
          const may = await store.noteEmail(address, pace, now())
          if (may) await send(address, await makeFor(address), stop)
        }),
      )
    },
  }
}

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
  const message = { ...letter, messageId: messageId(randomUUID(), 'desk-link', 0, shopDomain), to }
  let fault: unknown
  const attempts = async (signal: AbortSignal) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await mailer.send(message, signal)
      } catch (error) {
        fault = error
        if (error instanceof RecipientRejected) throw error
      }
      await setTimeout(retryDelayMs(attempt, Math.random()), undefined, { signal })
    }
  }
  await withTimeout(linkLastsMinutes * msPerMinute, attempts, stop).catch((error) => {
    throw fault ?? error
  })
}
