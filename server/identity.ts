import { business } from '../site/business.ts'

/** Names under the shop's own domain stay the same wherever the server runs and whatever it is called there. */
const domain = new URL(business.website.url).hostname

/** The UID of an appointment's event, in every calendar that shows it. */
export function eventUid(appointmentId: string): string {
  return `${appointmentId}@${domain}`
}

/** The Message-ID of the mail of that kind about that change of an appointment, without its angle brackets. */
export function messageId(appointmentId: string, kind: string, sequence: number): string {
  return `${appointmentId}.${kind}.${sequence}@${domain}`
}
