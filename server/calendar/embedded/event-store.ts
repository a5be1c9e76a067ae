import type { OwnedEvent } from '../../../booking/calendar-event.ts'

/** An event as the embedded calendar keeps it. */
export interface KeptEvent extends OwnedEvent {
  updatedAtMs: number
}

/** Where the embedded calendar keeps its events. */
export interface EventStore {
  /** Stores the event; the same one again, or an older one, changes nothing. */
  put(event: OwnedEvent, nowEpochMs: number): Promise<void>
  /** One that is not there is removed already. */
  remove(uid: string): Promise<void>
  endingAfter(epochMs: number): Promise<KeptEvent[]>
}
