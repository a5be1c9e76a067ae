import type { Updateable } from 'kysely'
import type { StoredAppointment } from '../../booking/appointment.ts'
import type { OwnedEvent } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import type { Engine } from './engine.ts'
import { addJobsAgain, type NewJob } from './jobs.ts'
import { toInterval } from './rows.ts'
import type { Db, Rejection, Row, SuspectedChange, Tables } from './schema.ts'

const toSyncedEvent = (row: Row<'synced_events'>) => ({
  uid: row.uid,
  /** The sequence in the calendar; null for an event that the server must write again. */
  sequence: row.needs_rewrite ? null : row.sequence,
  status: row.status,
  startEpochMs: row.start_ms,
  endEpochMs: row.end_ms,
  suspectedChange: row.suspected_change,
  suspectedAtMs: row.suspected_at_ms,
  rejections: row.rejections,
})

/** An event of an appointment or a closed time, in the owner's calendar as last known. */
export type SyncedEvent = ReturnType<typeof toSyncedEvent>

/** Deleting a past event is only cleanup. While an event waits to be put back, its time is meaningless. */
export const hasBegun = ({ sequence, startEpochMs }: SyncedEvent, nowEpochMs: number) =>
  sequence !== null && startEpochMs <= nowEpochMs

export type ShownEvent = Omit<SyncedEvent, 'suspectedChange' | 'suspectedAtMs' | 'rejections'> &
  Partial<Pick<SyncedEvent, 'suspectedChange' | 'suspectedAtMs'>>

export interface KeptEvent extends OwnedEvent {
  updatedAtMs: number
}

export type CalendarEventStore = ReturnType<typeof createCalendarEventStore>

export function createCalendarEventStore({ db, write }: Engine) {
  return {
    async put(event: OwnedEvent, nowEpochMs: number): Promise<void> {
      const { uid, sequence, status, summary, description, location, attendee } = event
      const row = {
        ...{ uid, sequence, status, summary, description, location },
        start_ms: event.startEpochMs,
        end_ms: event.endEpochMs,
        attendee_name: attendee?.name ?? null,
        attendee_email: attendee?.email ?? null,
        updated_at_ms: nowEpochMs,
      }
      await write((transaction) =>
        transaction
          .insertInto('calendar_events')
          .values(row)
          .onConflict((conflict) =>
            conflict.column('uid').doUpdateSet(row).where('calendar_events.sequence', '<', sequence),
          )
          .execute(),
      )
    },

    async remove(uid: string): Promise<void> {
      await write((transaction) => transaction.deleteFrom('calendar_events').where('uid', '=', uid).execute())
    },

    async endingAfter(epochMs: number): Promise<KeptEvent[]> {
      const kept = db.selectFrom('calendar_events').selectAll()
      const rows = await kept.where('end_ms', '>', epochMs).orderBy('end_ms').execute()
      return rows.map(
        ({ attendee_name: name, attendee_email: email, start_ms, end_ms, updated_at_ms, ...same }) => ({
          ...same,
          ...toInterval({ start_ms, end_ms }),
          ...(name !== null && email !== null && { attendee: { name, email } }),
          updatedAtMs: updated_at_ms,
        }),
      )
    },
  }
}

const versionOf = ({ sequence }: Pick<SyncedEvent, 'sequence'>) =>
  sequence === null ? { needs_rewrite: 1 as const } : { needs_rewrite: 0 as const, sequence }

/** The event's row, unless another process changed it since this one read it. */
function unchanged(db: Db, calendar: string, known: SyncedEvent) {
  const { uid, startEpochMs: start_ms, suspectedChange: suspected_change, rejections } = known
  const row = { calendar, uid, ...versionOf(known), start_ms, suspected_change, rejections }
  return db.updateTable('synced_events').where((column) => column.and(row))
}

export const eventsIn = (db: Db, calendar: string) =>
  db.selectFrom('synced_events').selectAll().where('calendar', '=', calendar)

export const syncedEventRow = (db: Db, calendar: string, uid: string) =>
  eventsIn(db, calendar).where('uid', '=', uid).executeTakeFirst()

type Versioned = Pick<StoredAppointment, 'id' | 'sequence'>

export type SyncedEventStore = ReturnType<typeof createSyncedEventStore>

/** The shop's events in a calendar on another server. Stores a poll's result only if no other poll changed it. */
export function createSyncedEventStore({ db, write }: Engine) {
  const change = (
    calendar: string,
    known: SyncedEvent,
    { id, sequence }: Versioned,
    jobs: readonly NewJob[],
    columns: Updateable<Tables['synced_events']>,
  ): Promise<void> =>
    write(async (transaction) => {
      const query = unchanged(transaction, calendar, known).set(columns).returning('uid')
      if (await query.executeTakeFirst())
        await addJobsAgain(transaction, { appointment_id: id }, sequence, jobs)
    })

  return {
    async find(calendar: string, uid: string): Promise<SyncedEvent | null> {
      const row = await syncedEventRow(db, calendar, uid)
      return row ? toSyncedEvent(row) : null
    },

    async endingAfter(calendar: string, epochMs: number): Promise<SyncedEvent[]> {
      return (await eventsIn(db, calendar).where('end_ms', '>', epochMs).execute()).map(toSyncedEvent)
    },

    /**
     * Stores the calendar's current state.
     * @returns false, and stores nothing, if a later state is stored
     */
    async record(calendar: string, shown: ShownEvent): Promise<boolean> {
      const { uid, sequence } = shown
      const columns = {
        ...versionOf(shown),
        status: shown.status,
        start_ms: shown.startEpochMs,
        end_ms: shown.endEpochMs,
        suspected_change: shown.suspectedChange ?? null,
        suspected_at_ms: shown.suspectedAtMs ?? null,
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

    reject: (
      calendar: string,
      known: SyncedEvent,
      { startEpochMs, endEpochMs }: Interval,
      appointment: Versioned,
      why: Rejection,
      jobs: readonly NewJob[],
    ) =>
      change(calendar, known, appointment, jobs, {
        needs_rewrite: 1,
        start_ms: startEpochMs,
        // Polls keep checking an event that was moved into the past, until it's back.
        end_ms: Math.max(known.endEpochMs, endEpochMs),
        suspected_change: null,
        rejected_start_ms: startEpochMs,
        rejection: why,
        rejections: known.rejections + 1,
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
        for (const event of known) await unchanged(transaction, calendar, event).set(columns).execute()
      })
    },

    restore: (
      calendar: string,
      known: SyncedEvent,
      appointment: Versioned,
      jobs: readonly NewJob[],
      nowEpochMs: number,
    ) =>
      change(calendar, known, appointment, jobs, {
        suspected_change: 'restored',
        suspected_at_ms: nowEpochMs,
      }),
  }
}
