import { addressLine, business, fullName } from '../site/business.ts'
import { claims } from '../site/copy/claims.ts'
import type { AppointmentStatus } from './appointment.ts'
import type { StoredClosure } from './closure.ts'
import type { AppointmentFields } from './fields.ts'
import { appointmentInterval, type Interval } from './interval.ts'
import type { Shop } from './shop.ts'

/** What a calendar shows of an appointment, before any calendar's own format. */
export interface CalendarEvent extends Interval {
  summary: string
  description: string
  location: string
}

/** An event that an appointment owns: its UID stays, its sequence grows with each change (RFC 5545, 3.8.7.4). */
export interface OwnedEvent extends CalendarEvent {
  uid: string
  sequence: number
  /** A cancelled event tells every calendar that has it to drop it (RFC 5545, 3.8.1.11). */
  status: AppointmentStatus
  /** The client; none for a notice to the owner. */
  attendee?: { name: string; email: string }
}

/** The event as the owner reads it: who comes, and how to reach them (specification, point 7, call 2). */
export function businessEvent(fields: AppointmentFields, shop: Shop): CalendarEvent {
  return {
    ...appointmentInterval(fields, shop),
    summary: `Consultation: ${fields.full_name}`,
    description: [
      `Client: ${fields.full_name}`,
      ...(fields.email ? [`Email: ${fields.email}`] : []),
      ...(fields.phone ? [`Phone: ${fields.phone}`] : []),
    ].join('\n'),
    location: addressLine,
  }
}

/** A time at which the owner receives nobody. */
export function closureEvent({ startEpochMs, endEpochMs, reason }: StoredClosure): CalendarEvent {
  const summary = reason ? `Closed: ${reason}` : 'Closed'
  return { startEpochMs, endEpochMs, summary, description: '', location: '' }
}

/** The event of a client who is forgotten: when somebody came, and nothing of who. */
export function anonymousEvent(fields: AppointmentFields, shop: Shop): CalendarEvent {
  return {
    ...appointmentInterval(fields, shop),
    summary: 'Consultation',
    description: '',
    location: addressLine,
  }
}

/** The event as the client reads it: where to go, and what it is. */
export function clientEvent(fields: AppointmentFields, shop: Shop): CalendarEvent {
  return {
    ...appointmentInterval(fields, shop),
    summary: `Consultation at ${business.name}`,
    description: `Your free consultation with ${fullName}. It takes ${claims.consultation}. Bring the shoes you would wear.\nQuestions: text ${business.phone.display}`,
    location: addressLine,
  }
}
