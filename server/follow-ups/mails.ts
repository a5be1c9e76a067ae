import type { AppointmentChange, StoredAppointment } from '../../booking/appointment.ts'
import { appointmentPath } from '../../booking/desk.ts'
import type { FollowUpKind } from '../../booking/follow-up-kinds.ts'
import type { Letters } from '../../booking/letters.ts'
import { business, fullName } from '../../site/business.ts'
import { messageId } from '../appointments/identity.ts'
import { invitation } from '../icalendar/invitation.ts'
import type { Handler } from '../outbox/attempt.ts'
import { type Peers, tellOwner } from './peers.ts'

const ourMailbox = { name: fullName, address: business.email }

/** What an effect is known by when there was nothing left to tell the client, no wish or no address to tell it to. */
const tooLate = 'too late'
const notWanted = 'not wanted'
const noAddress = 'no address'

type MailKind = Extract<FollowUpKind, 'business-notification' | 'client-invitation' | 'client-reminder'>

export function createMails(
  peers: Omit<Peers, 'calendar' | 'remoteId' | 'calendarNews' | 'owed'>,
): Record<MailKind, Handler<StoredAppointment>> {
  const { mailer, mailFrom, changes, manageLinks, publicUrl, views, shop, now } = peers

  const deskLinkTo = ({ appointment_date, id }: StoredAppointment) =>
    `${publicUrl()}${appointmentPath(appointment_date, id)}`

  async function letterToClient(appointment: StoredAppointment, change: AppointmentChange | null) {
    const { letters } = await views()
    if (appointment.status === 'cancelled') {
      return letters.clientCancelled(appointment, change ?? { by: 'owner' }, shop, `${publicUrl()}/`)
    }
    const manageLink = await manageLinks.make(appointment.id)
    const letter = { appointment, shop, nowEpochMs: now(), manageLink }
    return change ? letters.clientRescheduled(letter, change) : letters.clientConfirmation(letter)
  }

  return {
    async 'business-notification'(appointment, signal) {
      const change = await changes.findChange(appointment.id, appointment.sequence)
      const id = messageId(appointment.id, 'business-notification', appointment.sequence)
      const write = ({ businessNotification }: Letters) =>
        businessNotification(appointment, change, shop, deskLinkTo(appointment))
      // Without an address, as of whoever has given none, it is left out.
      const replyTo = { name: appointment.full_name, address: appointment.email }
      return tellOwner(peers, id, write, signal, { replyTo })
    },

    async 'client-invitation'(appointment, signal) {
      if (!appointment.email) return noAddress
      if (now() >= appointment.endEpochMs) return tooLate
      const change = await changes.findChange(appointment.id, appointment.sequence)
      const letter = await letterToClient(appointment, change)
      const id = messageId(appointment.id, 'client-invitation', appointment.sequence)
      const recipient = { to: appointment.email, replyTo: ourMailbox }
      const event = invitation(appointment, mailFrom, shop, now())
      await mailer.send({ ...letter, ...recipient, messageId: id, invitation: event }, signal)
      return id
    },

    async 'client-reminder'(appointment, signal) {
      if (!appointment.email) return noAddress
      // The outbox drops it with a change of the appointment; this is for one that was held up for too long.
      if (now() >= appointment.startEpochMs) return tooLate
      if (shop.opening.reminderHoursBefore === null) return notWanted
      const manageLink = await manageLinks.make(appointment.id)
      const { letters } = await views()
      const letter = letters.clientReminder({ appointment, shop, nowEpochMs: now(), manageLink })
      const id = messageId(appointment.id, 'client-reminder', appointment.sequence)
      await mailer.send({ ...letter, messageId: id, to: appointment.email, replyTo: ourMailbox }, signal)
      return id
    },
  }
}
