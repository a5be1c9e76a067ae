import { addressLine, business } from '#shop/business.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { toDialDigits } from './contact.ts'
import { toBasicInstant } from './time.ts'

/** Outlook shows a plus sign where other apps read a space. */
function withQuery(address: string, query: Record<string, string>): string {
  return `${address}?${String(new URLSearchParams(query)).replaceAll('+', '%20')}`
}

/** Opens a phone's messages with this text. iPhones read it after the ampersand, Androids after the question mark. */
export const textLink = (phone: string, words: string) =>
  // A curly apostrophe or a non-breaking space would make three texts out of one.
  `sms:${toDialDigits(phone)}?&body=${encodeURIComponent(words.replaceAll('\u00a0', ' ').replaceAll('’', "'"))}`

/** Google reads a description as HTML, and turns anything similar into links and pictures. */
export const escapeForGoogle = (description: string) => description.replaceAll('<', '&lt;')

export function googleCalendarLink(event: CalendarEvent): string {
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.summary,
    dates: `${toBasicInstant(event.startEpochMs)}/${toBasicInstant(event.endEpochMs)}`,
    details: escapeForGoogle(event.description),
    location: event.location,
    ctz: business.timeZone,
  })
}

export function outlookCalendarLink(event: CalendarEvent): string {
  return withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.summary,
    startdt: new Date(event.startEpochMs).toISOString(),
    enddt: new Date(event.endEpochMs).toISOString(),
    body: event.description,
    location: event.location,
  })
}

export const calendarFilePath = '/book/consultation.ics'

/** iPhones open an event from a URL, but only save a file that a page created. */
export const calendarFileLink = (appointmentId: string) =>
  withQuery(calendarFilePath, { appointment: appointmentId })

export const mapLink = withQuery('https://www.google.com/maps/search/', { api: '1', query: addressLine })

export const readingCalls = [
  'agenda',
  'opening',
  'figures',
  'find_client',
  'clients',
  'client',
  'similar_bookings',
  'devices',
  'sent_mails',
  'sent_mail',
  'device',
] as const

export const deskPath = '/?desk'

export const signInPath = (token: string) => `${deskPath}#${token}`

export const appointmentPath = (date: string, id: string) => `${deskPath}#/day/${date}/appointment/${id}`
