import { addressLine } from '#shop/business.ts'
import { calendarEvents as words } from '../copy/emails.ts'
import type { AppointmentFields, StoredAppointment, StoredBlockedTime } from './appointment.ts'
import { appointmentInterval } from './availability.ts'
import type { Shop } from './opening-hours.ts'
import type { Interval } from './time.ts'

/** What a calendar shows of an appointment, before any calendar's own format. */
export interface CalendarEvent extends Interval {
  summary: string
  description: string
  location: string
}

/**
 * An event that an appointment owns: its UID stays, its sequence grows with each change (RFC 5545, 3.8.7.4). A cancelled
 * one tells every calendar that has it to drop it (3.8.1.11).
 */
export interface OwnedEvent extends CalendarEvent, Pick<StoredAppointment, 'sequence' | 'status'> {
  uid: string
  /** The client; none for a notice to the owner. */
  attendee?: { name: string; email: string }
}

function eventInShop(
  fields: AppointmentFields,
  shop: Shop,
  summary: string,
  description: string,
): CalendarEvent {
  return { ...appointmentInterval(fields, shop), summary, description, location: addressLine }
}

/** The event as the owner reads it: who comes, and how to reach them (specification, point 7, call 2). */
export function businessEvent(fields: AppointmentFields, shop: Shop): CalendarEvent {
  const { full_name, email, phone } = fields
  const lines = [words.name(full_name), email && words.email(email), phone && words.phone(phone)]
  return eventInShop(fields, shop, words.business(full_name), lines.filter(Boolean).join('\n'))
}

/** The event of a client who is forgotten: when somebody came, and nothing of who. */
export const anonymousEvent = (fields: AppointmentFields, shop: Shop) =>
  eventInShop(fields, shop, words.forgotten, '')

/** The event as the client reads it: where to go, and what it is. */
export const clientEvent = (fields: AppointmentFields, shop: Shop) =>
  eventInShop(fields, shop, words.client, words.clientDescription)

/** A time at which the owner receives nobody. */
export function closureEvent({ startEpochMs, endEpochMs, reason }: StoredBlockedTime): CalendarEvent {
  return { startEpochMs, endEpochMs, summary: words.closed(reason), description: '', location: '' }
}
