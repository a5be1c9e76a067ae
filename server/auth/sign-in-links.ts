import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { messageId, shopDomain } from '../../booking/calendar-event.ts'
import { signInPath } from '../../booking/links.ts'
import { msPerMinute } from '../../booking/time.ts'
import type { Views } from '../../booking/views.ts'
import type { SessionStore } from '../db/sessions.ts'
import { retryDelayMs, withTimeout } from '../lib/async.ts'
import { hashToken, newToken } from '../lib/files-and-secrets.ts'
import { type Mailer, RecipientRejected } from '../mail/mailer.ts'

export const linkLastsMinutes = 15

/** At most five an hour: strangers who click the button can delay the owner's next link by 20 minutes. */
const pace = { atOnce: 3, everyMs: 20 * msPerMinute }

export type SignInLinks = ReturnType<typeof createSignInLinks>

interface Deps {
  store: SessionStore
  /** The addresses of the desk, at least one. */
  addresses: readonly string[]
  send: (to: string, link: string, stop: AbortSignal) => Promise<void>
  publicUrl: () => string
  now: () => number
}

export function createSignInLinks({ store, addresses, send, publicUrl, now }: Deps) {
  async function makeFor(email: string): Promise<string> {
    const token = newToken()
    await store.addLink(hashToken(token), email, now() + linkLastsMinutes * msPerMinute, now())
    return `${publicUrl()}${signInPath(token)}`
  }

  return {
    make: () => makeFor(addresses[0] ?? ''),

    /** Emails a link to that address if it belongs to the desk; without an address, to all that do. */
    async email(address: string | undefined, stop: AbortSignal): Promise<void> {
      const wanted = address?.trim().toLowerCase()
      const to = addresses.filter((candidate) => wanted === undefined || candidate.toLowerCase() === wanted)
      await Promise.all(
        to.map(async (recipient) => {
          if (await store.noteEmail(recipient, pace, now()))
            await send(recipient, await makeFor(recipient), stop)
        }),
      )
    },
  }
}

/** Retries for as long as the link works. Not a job, because the queue would store the link. */
export async function sendSignInLink(
  mailer: Mailer,
  { emails }: Views,
  to: string,
  link: string,
  stop: AbortSignal,
): Promise<void> {
  stop.throwIfAborted()
  const email = emails.deskLink(link, linkLastsMinutes)
  const message = { ...email, messageId: messageId(randomUUID(), 'desk-link', 0, shopDomain), to }
  let lastError: unknown
  const attempts = async (signal: AbortSignal) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await mailer.send(message, signal)
      } catch (error) {
        lastError = error
        if (error instanceof RecipientRejected) throw error
      }
      await setTimeout(retryDelayMs(attempt, Math.random()), undefined, { signal })
    }
  }
  await withTimeout(linkLastsMinutes * msPerMinute, attempts, stop).catch((error) => {
    throw lastError ?? error
  })
}
