import { businessEvent } from '../../booking/calendar-event.ts'
import { googleCalendarLink } from '../../booking/calendar-links.ts'
import { fieldNames, fieldTitles } from '../../booking/fields.ts'
import type { Shop } from '../../booking/shop.ts'
import { escapeHtml } from '../escape-html.ts'
import { messageId } from '../identity.ts'
import { shownTime } from '../shown-time.ts'
import type { StoredAppointment } from '../storage/appointment-row.ts'
import type { Message } from './mailer.ts'

/** What tells the business of a new appointment: all six fields, and a link that adds it to a calendar. */
export function businessNotification(appointment: StoredAppointment, to: string, shop: Shop): Message {
  const when = shownTime(appointment.startEpochMs, shop)
  const calendarLink = googleCalendarLink(businessEvent(appointment, shop))
  const facts = fieldNames.map((name) => ({ title: fieldTitles[name], value: appointment[name] }))
  const rows = facts.map(
    ({ title, value }) =>
      `<tr><th align="left" valign="top">${escapeHtml(title)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return {
    messageId: messageId(appointment.id, 'business-notification', appointment.sequence),
    to,
    replyTo: { name: appointment.full_name, address: appointment.email },
    subject: `New consultation: ${appointment.full_name}, ${when}`,
    text: [
      `A new consultation is booked for ${when}.`,
      '',
      ...facts.map(({ title, value }) => `${title}: ${value}`),
      '',
      `Add it to your calendar: ${calendarLink}`,
      '',
      'Answer this mail to write to the client.',
      '',
    ].join('\n'),
    html: `<p>A new consultation is booked for <strong>${escapeHtml(when)}</strong>.</p>
<table cellpadding="4">${rows.join('\n')}</table>
<p><a href="${escapeHtml(calendarLink)}">Add it to your calendar</a></p>
<p>Answer this mail to write to the client.</p>`,
  }
}
