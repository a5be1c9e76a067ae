import { signInPath } from '../../booking/links.ts'
import { msPerHour, msPerMinute } from '../../booking/time.ts'
import { digestOf, newToken } from '../appointments/token.ts'
import type { SessionStore } from './session-store.ts'

export const linkLastsMinutes = 15
const mailsPerHour = 5

export type DeskLinks = ReturnType<typeof createDeskLinks>

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
export function createDeskLinks({ store, addresses, send, publicUrl, now }: Dependencies) {
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
          const may = await store.noteMail(address, mailsPerHour, now() - msPerHour, now())
          if (may) await send(address, await makeFor(address), stop)
        }),
      )
    },
  }
}
