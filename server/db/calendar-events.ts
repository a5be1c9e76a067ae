import type { AppointmentStatus, StoredAppointment } from '../../booking/appointment.ts'
import type { OwnedEvent } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import type { Engine } from './engine.ts'
import { addJobsAgain, type NewJob } from './jobs.ts'
import type { Db, Rejection, Row, SuspectedChange } from './schema.ts'

/** An event of an appointment or a blocked time, as the owner's calendar is known to have it. */
export interface SyncedEvent extends Interval {
  uid: string
  /** The sequence that the calendar has; null for an event that must be written again. */
  sequence: number | null
  status: AppointmentStatus
  suspectedChange: SuspectedChange | null
  suspectedAtMs: number | null
  /** How many of the owner's moves of it were rejected so far. */
  rejections: number
}

/**
 * Whether the event is past its start: an owner who deletes it then tidies up, and cancels nothing. An event that waits
 * to be put back is at a time that says nothing.
 */
export const hasBegun = ({ sequence, startEpochMs }: SyncedEvent, nowEpochMs: number) =>
  sequence !== null && startEpochMs <= nowEpochMs

export type ShownEvent = Omit<SyncedEvent, 'suspectedChange' | 'suspectedAtMs' | 'rejections'> &
  Partial<Pick<SyncedEvent, 'suspectedChange' | 'suspectedAtMs'>>

export interface KeptEvent extends OwnedEvent {
  updatedAtMs: number
}

export type CalendarEventStore = ReturnType<typeof calendarEventStore>

/** The calendar that this server keeps, for shops without one of their own. */
export function calendarEventStore({ db, write }: Engine) {
  return {
    /** Stores the event, unless the same or a newer one is stored. */
    async put(event: OwnedEvent, nowEpochMs: number): Promise<void> {
      const { uid, sequence, status, startEpochMs, endEpochMs, summary, description, location, attendee } =
        event
      const columns = {
        sequence,
        status,
        start_ms: startEpochMs,
        end_ms: endEpochMs,
        summary,
        description,
        location,
        attendee_name: attendee?.name ?? null,
        attendee_email: attendee?.email ?? null,
        updated_at_ms: nowEpochMs,
      }
      await write((transaction) =>
        transaction
          .insertInto('calendar_events')
          .values({ uid, ...columns })
          .onConflict((conflict) =>
            conflict.column('uid').doUpdateSet(columns).where('calendar_events.sequence', '<', sequence),
          )
          .execute(),
      )
    },

    async remove(uid: string): Promise<void> {
      await write((transaction) => transaction.deleteFrom('calendar_events').where('uid', '=', uid).execute())
    },

    async endingAfter(epochMs: number): Promise<KeptEvent[]> {
      const rows = await db
        .selectFrom('calendar_events')
        .selectAll()
        .where('end_ms', '>', epochMs)
        .orderBy('end_ms')
        .execute()
      return rows.map(({ attendee_name: name, attendee_email: email, ...row }) => ({
        uid: row.uid,
        sequence: row.sequence,
        status: row.status,
        startEpochMs: row.start_ms,
        endEpochMs: row.end_ms,
        summary: row.summary,
        description: row.description,
        location: row.location,
        ...(name !== null && email !== null ? { attendee: { name, email } } : {}),
        updatedAtMs: row.updated_at_ms,
      }))
    },
  }
}

const toSyncedEvent = (row: Row<'synced_events'>): SyncedEvent => ({
  uid: row.uid,
  sequence: row.needs_rewrite ? null : row.sequence,
  status: row.status,
  startEpochMs: row.start_ms,
  endEpochMs: row.end_ms,
  suspectedChange: row.suspected_change,
  suspectedAtMs: row.suspected_at_ms,
  rejections: row.rejections,
})

/** The row of the event, unless another process changed it since this one read it. */
const unchanged = (db: Db, calendar: string, known: SyncedEvent) =>
  db
    .updateTable('synced_events')
    .where('calendar', '=', calendar)
    .where('uid', '=', known.uid)
    .where('needs_rewrite', '=', known.sequence === null ? 1 : 0)
    .$if(known.sequence !== null, (query) => query.where('sequence', '=', known.sequence))
    .where('start_ms', '=', known.startEpochMs)
    .where('suspected_change', known.suspectedChange === null ? 'is' : '=', known.suspectedChange)
    .where('rejections', '=', known.rejections)

export const syncedEventRow = (db: Db, calendar: string, uid: string) =>
  db
    .selectFrom('synced_events')
    .selectAll()
    .where('calendar', '=', calendar)
    .where('uid', '=', uid)
    .executeTakeFirst()

export type SyncedEventStore = ReturnType<typeof syncedEventStore>

/** The events of this shop in a calendar on another server. What a poll found is stored only if no other changed it. */
export function syncedEventStore({ db, write }: Engine) {
  return {
    async find(calendar: string, uid: string): Promise<SyncedEvent | null> {
      const row = await syncedEventRow(db, calendar, uid)
      return row ? toSyncedEvent(row) : null
    },

    /** Those that end after that time, canceled ones included. */
    async endingAfter(calendar: string, epochMs: number): Promise<SyncedEvent[]> {
      const rows = await db
        .selectFrom('synced_events')
        .selectAll()
        .where('calendar', '=', calendar)
        .where('end_ms', '>', epochMs)
        .execute()
      return rows.map(toSyncedEvent)
    },

    /** Stores what the calendar has now. @returns false if a later state is stored, and stores nothing */
    async record(calendar: string, shown: ShownEvent): Promise<boolean> {
      const { uid, sequence, status, startEpochMs, endEpochMs, suspectedChange, suspectedAtMs } = shown
      const columns = {
        ...(sequence === null ? { needs_rewrite: 1 as const } : { sequence, needs_rewrite: 0 as const }),
        status,
        start_ms: startEpochMs,
        end_ms: endEpochMs,
        suspected_change: suspectedChange ?? null,
        suspected_at_ms: suspectedAtMs ?? null,
        alerted_at_ms: null,
      }
      const stored = await write((transaction) =>
        transaction
          .insertInto('synced_events')
          .values({ calendar, uid, sequence: 0, ...columns })
          .onConflict((conflict) =>
            conflict
              .columns(['calendar', 'uid'])
              .doUpdateSet(columns)
              .where((row) =>
                row.or([
                  row('synced_events.needs_rewrite', '=', 1),
                  ...(sequence === null ? [] : [row('synced_events.sequence', '<=', sequence)]),
                ]),
              ),
          )
          .returning('uid')
          .execute(),
      )
      return stored.length > 0
    },

    /** Stores that the owner moved the event to a time that breaks a rule, with the jobs that put it back. */
    reject: (
      calendar: string,
      known: SyncedEvent,
      { startEpochMs, endEpochMs }: Interval,
      { id, sequence }: Pick<StoredAppointment, 'id' | 'sequence'>,
      why: Rejection,
      jobs: readonly NewJob[],
    ): Promise<void> =>
      write(async (transaction) => {
        const rejected = await unchanged(transaction, calendar, known)
          .set((column) => ({
            needs_rewrite: 1,
            start_ms: startEpochMs,
            // Polls go on checking an event that was moved to the past, until it is put back.
            end_ms: Math.max(known.endEpochMs, endEpochMs),
            suspected_change: null,
            rejected_start_ms: startEpochMs,
            rejection: why,
            rejections: column('rejections', '+', 1),
          }))
          .returning('uid')
          .executeTakeFirst()
        if (rejected) await addJobsAgain(transaction, { appointment_id: id }, sequence, jobs)
      }),

    async suspect(
      calendar: string,
      known: readonly SyncedEvent[],
      change: SuspectedChange | null,
      nowEpochMs: number,
    ): Promise<void> {
      if (known.length === 0) return
      await write(async (transaction) => {
        const columns = { suspected_change: change, suspected_at_ms: nowEpochMs, alerted_at_ms: null }
        for (const one of known) await unchanged(transaction, calendar, one).set(columns).execute()
      })
    },

    /** Stores that the event of a canceled appointment is back, with the jobs that report it. */
    restore: (
      calendar: string,
      known: SyncedEvent,
      { id, sequence }: Pick<StoredAppointment, 'id' | 'sequence'>,
      jobs: readonly NewJob[],
      nowEpochMs: number,
    ): Promise<void> =>
      write(async (transaction) => {
        const restored = await unchanged(transaction, calendar, known)
          .set({ suspected_change: 'restored', suspected_at_ms: nowEpochMs })
          .returning('uid')
          .executeTakeFirst()
        if (restored) await addJobsAgain(transaction, { appointment_id: id }, sequence, jobs)
      }),
  }
}
