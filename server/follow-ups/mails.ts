import type { StoredAppointment } from '../../booking/appointment.ts'
import { appointmentPath } from '../../booking/links.ts'
import type { ClientLetter, EmailTemplates, Letter } from '../../booking/views.ts'
import { business, fullName } from '../../demo/business.ts'
import { messageId } from '../appointments/identity.ts'
import { invitation } from '../icalendar/invitation.ts'
import { ofAppointment, type Peers, tellOwner } from './peers.ts'

const ourMailbox = { name: fullName, address: business.email }

/** What an effect is known by when there was nothing left to tell the client, no wish or no address to tell it to. */
const tooLate = 'too late'
const notWanted = 'not wanted'
const noAddress = 'no address'

export function createMails(peers: Omit<Peers, 'calendar' | 'remoteId' | 'calendarNews' | 'owed'>) {
  const { mailer, mailFrom, changes, manageLinks, publicUrl, views, shop, now } = peers

  const withLink = async (appointment: StoredAppointment): Promise<ClientLetter> => ({
    appointment,
    shop,
    nowEpochMs: now(),
    manageLink: await manageLinks.make(appointment.id),
  })

  async function letterOfState(appointment: StoredAppointment): Promise<Letter> {
    const change = await changes.findChange(appointment.id, appointment.sequence)
    const { letters } = await views()
    if (appointment.status === 'cancelled') {
      return letters.clientCancelled(appointment, change ?? { by: 'owner' }, shop, `${publicUrl()}/`)
    }
    const letter = await withLink(appointment)
    return change ? letters.clientRescheduled(letter, change) : letters.clientConfirmation(letter)
  }

  return {
    'business-notification': ofAppointment(async (appointment, signal) => {
      const change = await changes.findChange(appointment.id, appointment.sequence)
      const id = messageId(appointment.id, 'business-notification', appointment.sequence)
      const deskLink = `${publicUrl()}${appointmentPath(appointment.appointment_date, appointment.id)}`
      const write = (letters: EmailTemplates) =>
        letters.businessNotification(appointment, change, shop, deskLink)
      // Without an address, as of whoever has given none, it is left out.
      const replyTo = { name: appointment.full_name, address: appointment.email }
      return tellOwner(peers, id, write, signal, { replyTo })
    }),

    'client-invitation': ofAppointment(async (appointment, signal) => {
      if (!appointment.email) return noAddress
      if (now() >= appointment.endEpochMs) return tooLate
      const letter = await letterOfState(appointment)
      const id = messageId(appointment.id, 'client-invitation', appointment.sequence)
      const recipient = { to: appointment.email, replyTo: ourMailbox }
      const event = invitation(appointment, mailFrom, shop, now())
      await mailer.send({ ...letter, ...recipient, messageId: id, invitation: event }, signal)
      return id
    }),

    'client-reminder': ofAppointment(async (appointment, signal) => {
      if (!appointment.email) return noAddress
      // The outbox drops it with a change of the appointment; this is for one that was held up for too long.
      if (now() >= appointment.startEpochMs) return tooLate
      if (shop.opening.reminderHoursBefore === null) return notWanted
      const letter = (await views()).letters.clientReminder(await withLink(appointment))
      const id = messageId(appointment.id, 'client-reminder', appointment.sequence)
      await mailer.send({ ...letter, messageId: id, to: appointment.email, replyTo: ourMailbox }, signal)
      return id
    }),
  }
}
