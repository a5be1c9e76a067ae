import ICAL from 'ical.js'
import { appointmentIdOf, shopDomain } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import type { CalendarObject, CalendarPeer } from './calendar-peer.ts'

/** An event as another library than its writer reads it. */
export interface StandingEvent extends CalendarObject, Interval {
  /** null for what the owner has entered. */
  appointmentId: string | null
}

/** What a stranger sent. It blocks no time, so the audit doesn't look for one. */
export const hostilePrefix = 'hostile-'

export async function standingEvents(calendar: CalendarPeer): Promise<StandingEvent[]> {
  const objects = await calendar.objects()
  const readable = objects.filter(({ href }) => !href.includes(`/${hostilePrefix}`))
  return readable.flatMap((object) =>
    new ICAL.Component(ICAL.parse(object.text)).getAllSubcomponents('vevent').map((component) => {
      const event = new ICAL.Event(component)
      return {
        ...object,
        appointmentId: appointmentIdOf(event.uid, shopDomain),
        startEpochMs: event.startDate.toUnixTime() * 1000,
        endEpochMs: event.endDate.toUnixTime() * 1000,
      }
    }),
  )
}
