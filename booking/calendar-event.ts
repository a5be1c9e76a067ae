import { kindEvents, ownersCalendar, calendarEvents as words } from '#copy/emails.ts'
import { addressLine, business } from '#shop/business.ts'
import type { AppointmentFields, StoredAppointment, StoredBlockedTime } from './appointment.ts'
import { appointmentInterval } from './availability.ts'
import { consultation, getKind, lengthInMinutes } from './kinds.ts'
import type { PublicShop, Shop } from './opening-hours.ts'
import type { Interval } from './time.ts'

export interface CalendarEvent extends Interval {
  summary: string
  description: string
  location: string
}

/** An event with a constant UID and a sequence that grows with each change (RFC 5545, 3.8.7.4). */
export interface OwnedEvent extends CalendarEvent, Pick<StoredAppointment, 'sequence' | 'status'> {
  uid: string
  attendee?: { name: string; email: string }
}

export function businessEvent(fields: AppointmentFields, shop: PublicShop): CalendarEvent {
  const { full_name, email, phone } = fields
  const lines = [words.name(full_name), email && words.email(email), phone && words.phone(phone)]
  const texts = { summary: words.business(full_name), description: lines.filter(Boolean).join('\n') }
  return { ...appointmentInterval(fields, shop), ...texts, location: addressLine }
}

export function anonymizedEvent(appointment: Interval & Pick<StoredAppointment, 'kind'>): CalendarEvent {
  const { kind, startEpochMs, endEpochMs } = appointment
  return { startEpochMs, endEpochMs, summary: getKind(kind).name, description: '', location: addressLine }
}

export function clientEvent(fields: AppointmentFields, shop: PublicShop): CalendarEvent {
  const texts = { summary: words.client, description: words.clientDescription }
  return { ...appointmentInterval(fields, shop), ...texts, location: addressLine }
}

type OfKind = Omit<StoredAppointment, 'created_at'>

export function toOwnerEvent(appointment: OfKind, shop: Shop): CalendarEvent {
  const { kind, full_name, startEpochMs, endEpochMs } = appointment
  const summary = kindEvents.business(getKind(kind).name, full_name)
  return { ...businessEvent(appointment, shop), startEpochMs, endEpochMs, summary }
}

export function toClientEvent(appointment: OfKind, shop: Shop): CalendarEvent {
  const { kind, startEpochMs, endEpochMs } = appointment
  const event = { ...clientEvent(appointment, shop), startEpochMs, endEpochMs }
  if (kind === consultation) return event
  const { name, lead, bring } = getKind(kind)
  const description = kindEvents.clientDescription(lengthInMinutes(appointment), lead, bring)
  return { ...event, summary: kindEvents.client(name), description }
}

export function blockedTimeEvent({ startEpochMs, endEpochMs, reason }: StoredBlockedTime): CalendarEvent {
  return { startEpochMs, endEpochMs, summary: ownersCalendar.closed(reason), description: '', location: '' }
}

const hostOf = (url: string) => URL.parse(url)?.hostname ?? ''

/** The domain for a new database. Marked as pure, so the landing page's bundle omits it. */
export const shopDomain = /* @__PURE__ */ hostOf(business.website.url)

/** New UIDs keep an earlier domain: calendars would treat one appointment under two names as two. */
export const parseUidDomain = (knownUid: string | undefined) => knownUid?.split('@').at(-1) ?? shopDomain

export const eventUid = (appointmentId: string, domain: string) => `${appointmentId}@${domain}`

const blockedTimePrefix = 'closure-'

export const blockedTimeUid = (id: string, domain: string) => eventUid(`${blockedTimePrefix}${id}`, domain)

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

export function parseAppointmentId(uid: string, domain: string): string | null {
  const id = uid.slice(0, -domain.length - 1)
  return uuid.test(id) && uid === eventUid(id, domain) ? id : null
}

export const parseBlockedTimeId = (uid: string, domain: string) =>
  uid.startsWith(blockedTimePrefix) ? parseAppointmentId(uid.slice(blockedTimePrefix.length), domain) : null

/** The Message-ID of this kind of email about one state of an appointment, without angle brackets. */
export const messageId = (appointmentId: string, kind: string, sequence: number, domain: string) =>
  eventUid(`${appointmentId}.${kind}.${sequence}`, domain)
