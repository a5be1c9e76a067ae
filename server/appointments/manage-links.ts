import type { ManageTokenStore } from './ports.ts'
import { digestOf, newToken } from './token.ts'

/** The address at which the page shows the visit that the token opens, from the page's own root. */
export function managePath(token: string): string {
  return `/?visit=${token}`
}

/**
 * Links with which clients see and change their appointment without an account.
 *
 * A mail that is tried again gets a link of its own, and all of them work: nobody can tell which of the tries has
 * arrived, and a token cannot be read back from the database to be sent once more.
 *
 * @param publicUrl - without a slash at the end
 */
export function createManageLinks(tokens: ManageTokenStore, publicUrl: () => string, now: () => number) {
  return {
    /** A new link to the appointment; whoever has it can change the appointment. */
    async make(appointmentId: string): Promise<string> {
      const token = newToken()
      await tokens.add(digestOf(token), appointmentId, now())
      return `${publicUrl()}${managePath(token)}`
    },

    /** The id of the appointment that a token opens, or null. */
    open: (token: string) => tokens.findAppointmentId(digestOf(token)),
  }
}

export type ManageLinks = ReturnType<typeof createManageLinks>
