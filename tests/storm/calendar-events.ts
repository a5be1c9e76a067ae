import ICAL from 'ical.js'
import { appointmentIdOf, shopDomain } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import type { CalendarObject, CalendarPeer } from './calendar-peer.ts'

/** An event as another library than its writer reads it. */
export interface StandingEvent extends CalendarObject, Interval {
  /** null for what the owner has entered. */
  appointmentId: string | null
}

export async function standingEvents(calendar: CalendarPeer): Promise<StandingEvent[]> {
  return (await calendar.objects()).flatMap((object) =>
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
