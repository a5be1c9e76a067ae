import { business } from '#shop/business.ts'

/** With no such address nothing starts (server/shop-facts.ts). */
const ownDomain = URL.parse(business.website.url)?.hostname

/** Names under the shop's own domain stay the same wherever the server runs and whatever it is called there. */
let domain = ownDomain

/**
 * Goes on with the domain by which calendars know what was booked before: the owner may have given the website another
 * address since, and a consultation under two names would be cancelled, moved or forgotten under one of them.
 *
 * @param uid - of an event that stands in a calendar, if there is any
 */
export function keepDomainOf(uid: string | undefined): void {
  domain = uid?.split('@').at(-1) ?? ownDomain
}

/** The UID of an appointment's event, in every calendar that shows it. */
export function eventUid(appointmentId: string): string {
  return `${appointmentId}@${domain}`
}

const appointmentUid = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@(.+)$/

/** The id of the appointment that has this event; null for every other event. */
export function appointmentIdOf(uid: string): string | null {
  const [, id, host] = appointmentUid.exec(uid) ?? []
  return id !== undefined && host === domain ? id : null
}

const closureUidStart = 'closure-'

export const closureUid = (closureId: string) => eventUid(`${closureUidStart}${closureId}`)

/** The id of the closure that has this event; null for every other event. */
export function closureIdOf(uid: string): string | null {
  return uid.startsWith(closureUidStart) ? appointmentIdOf(uid.slice(closureUidStart.length)) : null
}

/** The Message-ID of the mail of that kind about that change of an appointment, without its angle brackets. */
export function messageId(appointmentId: string, kind: string, sequence: number): string {
  return `${appointmentId}.${kind}.${sequence}@${domain}`
}
