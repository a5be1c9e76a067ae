import { randomBytes } from 'node:crypto'
import type { OwnedEvent } from '../../../booking/calendar-event.ts'
import type { SecretStore } from '../../lib/files-and-secrets.ts'
import type { BusinessCalendar } from '../business-calendar.ts'

export interface KeptEvent extends OwnedEvent {
  updatedAtMs: number
}

export interface EventStore {
  /** Stores the event; the same one again, or an older one, changes nothing. */
  put(event: OwnedEvent, nowEpochMs: number): Promise<void>
  /** One that is not there is removed already. */
  remove(uid: string): Promise<void>
  endingAfter(epochMs: number): Promise<KeptEvent[]>
}

/** The secret part of the feed's address. */
export async function feedSecret(secrets: SecretStore): Promise<string> {
  return (await secrets.keep('calendar-secret', async () => randomBytes(24).toString('base64url'))).trim()
}

/** The calendar that is kept in our own database and published as a feed. */
export function embeddedCalendar(events: EventStore, now: () => number, feedUrl: string): BusinessCalendar {
  return {
    where: feedUrl,
    put: (event) => events.put(event, now()),
    // Its events are rows, which lose the client together with the appointment.
    forget: async () => {},
    remove: ({ uid }) => events.remove(uid),
  }
}
