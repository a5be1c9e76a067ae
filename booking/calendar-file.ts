import { fullName } from '../site/business.ts'
import { basicInstant } from './basic-instant.ts'
import type { CalendarEvent } from './calendar-event.ts'

/** RFC 5545 3.3.11: backslash, semicolon, comma and line break are written with a backslash. */
function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** RFC 5545 3.1: no line longer than 75 octets; the rest goes on after a line break and a space. */
function fold(line: string): string {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > 75) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}

/**
 * The event as a file that a client saves and opens: one VEVENT in UTC (RFC 5545).
 *
 * Made in the browser, where a calendar library would weigh more than the page; invitations and the feed come
 * from the server.
 *
 * @param uid - stays the same for the same appointment, so that saving twice is one entry
 */
export function calendarFile(event: CalendarEvent, uid: string, nowEpochMs: number): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(fullName)}//Booking//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${basicInstant(nowEpochMs)}`,
    `DTSTART:${basicInstant(event.startEpochMs)}`,
    `DTEND:${basicInstant(event.endEpochMs)}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.location)}`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
