import { addressLine, business } from '#shop/business.ts'
import type { CalendarEvent } from './calendar-event.ts'
import { basicInstant } from './time.ts'

/** Outlook takes a plus sign for itself, where other programs read a space. */
function withQuery(address: string, query: Record<string, string>): string {
  return `${address}?${String(new URLSearchParams(query)).replaceAll('+', '%20')}`
}

/** Google takes a description for HTML, and what a client has typed for a link or a picture where it looks like one. */
export const asGoogleReads = (description: string) => description.replaceAll('<', '&lt;')

/** A page of Google Calendar with the event filled in, for whoever opens it to save. */
export function googleCalendarLink(event: CalendarEvent): string {
  return withQuery('https://calendar.google.com/calendar/render', {
    action: 'TEMPLATE',
    text: event.summary,
    dates: `${basicInstant(event.startEpochMs)}/${basicInstant(event.endEpochMs)}`,
    details: asGoogleReads(event.description),
    location: event.location,
    ctz: business.timeZone,
  })
}

/** The same page of Outlook on the web. */
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

export const calendarFileName = 'consultation.ics'

export const calendarFilePath = `/book/${calendarFileName}`

/**
 * Where an appointment is a file for calendars. An address, because iPhones show the entry that they are led to, and
 * only keep a file that a page has made itself.
 */
export const calendarFileLink = (appointmentId: string) =>
  withQuery(calendarFilePath, { appointment: appointmentId })

/** A map with the shop's address. */
export const mapLink = withQuery('https://www.google.com/maps/search/', { api: '1', query: addressLine })

/** Where the desk is, below the shop's own address. */
export const deskPath = '/?desk'

/** The link that trades this token for a session. It stands behind the "#", so that no server ever sees it. */
export const signInPath = (token: string) => `${deskPath}#${token}`

/** Opens this appointment at the desk; the date is where to look for it first. */
export const appointmentPath = (date: string, id: string) => `${deskPath}#/day/${date}/appointment/${id}`
