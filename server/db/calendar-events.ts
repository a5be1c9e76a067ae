import type { AppointmentStatus, StoredAppointment } from '../../booking/appointment.ts'
import type { OwnedEvent } from '../../booking/calendar-event.ts'
import type { Interval } from '../../booking/time.ts'
import type { Engine } from './engine.ts'
import { addJobsAgain, type NewJob } from './jobs.ts'
import type { Db, Rejection, Row, SuspectedChange } from './schema.ts'

/** What we know that the owner's calendar shows of an appointment. */
export interface SyncedEvent extends Interval {
  uid: string
  /** The appointment's sequence that is shown; null for an event that is to be written anew, whatever stands there. */
  sequence: number | null
  status: AppointmentStatus
  suspectedChange: SuspectedChange | null
  suspectedAtMs: number | null
  /** How many of the owner's moves of it could not be followed so far. */
  rejections: number
}

/**
 * Whether the event stood at a time that has begun: whoever deletes it then tidies away, and calls nothing off. Where a
 * move that was refused has left it says nothing of that.
 */
export const hasBegun = ({ sequence, startEpochMs }: SyncedEvent, nowEpochMs: number) =>
  sequence !== null && startEpochMs <= nowEpochMs

/** What is noted of an event that was written, or followed. */
export type ShownEvent = Omit<SyncedEvent, 'suspectedChange' | 'suspectedAtMs' | 'rejections'> &
  Partial<Pick<SyncedEvent, 'suspectedChange' | 'suspectedAtMs'>>

/** Our notes on what stands in a calendar on somebody else's server. */
export interface SyncedEventStore {
  find(calendar: string, uid: string): Promise<SyncedEvent | null>
  /** Those that end after that time, the cancelled ones too. */
  endingAfter(calendar: string, epochMs: number): Promise<SyncedEvent[]>
  /** Notes what is shown now, without suspectedChange unless it comes with one. @returns whether nothing later is noted already */
  record(calendar: string, event: ShownEvent): Promise<boolean>
  // What a reading has found is noted where the event is still known as it was then: another process may read, too.

  /** Notes, with what follows from it, that the owner has moved the event to where it cannot stay. */
  reject(
    calendar: string,
    known: SyncedEvent,
    seen: Interval,
    appointment: StoredAppointment,
    why: Rejection,
    jobs: readonly NewJob[],
  ): Promise<void>
  /** Notes what is amiss with these events, or that nothing is. */
  suspect(
    calendar: string,
    known: readonly SyncedEvent[],
    suspectedChange: SuspectedChange | null,
    nowEpochMs: number,
  ): Promise<void>
  /** Notes, with what follows from it, that the event of a cancelled appointment stands there again. */
  restore(
    calendar: string,
    known: SyncedEvent,
    appointment: StoredAppointment,
    jobs: readonly NewJob[],
    nowEpochMs: number,
  ): Promise<void>
}

/** An event of the calendar that this server keeps. */
export interface KeptEvent extends OwnedEvent {
  updatedAtMs: number
}

export type CalendarEventStore = ReturnType<typeof calendarEventStore>

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
            conflict
              .column('uid')
              .doUpdateSet(columns)
              // The same event again changes nothing, and an older one never replaces a newer one.
              .where('calendar_events.sequence', '<', sequence),
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

function toSyncedEvent(row: Row<'synced_events'>): SyncedEvent {
  const { uid, sequence, status, start_ms, end_ms } = row
  return {
    uid,
    sequence: row.needs_rewrite ? null : sequence,
    status,
    startEpochMs: start_ms,
    endEpochMs: end_ms,
    suspectedChange: row.suspected_change,
    suspectedAtMs: row.suspected_at_ms,
    rejections: row.rejections,
  }
}

/** The copy, unless something else was noted of it since it was read. */
const unchanged = (
  db: Db,
  calendar: string,
  { uid, sequence, startEpochMs, suspectedChange, rejections }: SyncedEvent,
) =>
  db
    .updateTable('synced_events')
    .where('calendar', '=', calendar)
    .where('uid', '=', uid)
    .where('needs_rewrite', '=', sequence === null ? 1 : 0)
    .$if(sequence !== null, (query) => query.where('sequence', '=', sequence))
    .where('start_ms', '=', startEpochMs)
    .where('suspected_change', suspectedChange === null ? 'is' : '=', suspectedChange)
    .where('rejections', '=', rejections)

export const copyOf = (db: Db, calendar: string, uid: string) =>
  db
    .selectFrom('synced_events')
    .selectAll()
    .where('calendar', '=', calendar)
    .where('uid', '=', uid)
    .executeTakeFirst()

export function syncedEventStore({ db, write }: Engine): SyncedEventStore {
  return {
    async find(calendar, uid) {
      const row = await copyOf(db, calendar, uid)
      return row ? toSyncedEvent(row) : null
    },

    async endingAfter(calendar, epochMs) {
      const rows = await db
        .selectFrom('synced_events')
        .selectAll()
        .where('calendar', '=', calendar)
        .where('end_ms', '>', epochMs)
        .execute()
      return rows.map(toSyncedEvent)
    },

    async record(
      calendar,
      { uid, sequence, status, startEpochMs, endEpochMs, suspectedChange, suspectedAtMs },
    ) {
      const columns = {
        ...(sequence === null ? { needs_rewrite: 1 as const } : { sequence, needs_rewrite: 0 as const }),
        status,
        start_ms: startEpochMs,
        end_ms: endEpochMs,
        suspected_change: suspectedChange ?? null,
        suspected_at_ms: suspectedAtMs ?? null,
        alerted_at_ms: null,
      }
      const noted = await write((transaction) =>
        transaction
          .insertInto('synced_events')
          .values({ calendar, uid, sequence: 0, ...columns })
          .onConflict((conflict) =>
            conflict
              .columns(['calendar', 'uid'])
              .doUpdateSet(columns)
              // An attempt that was held up never covers what was written after it.
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
      return noted.length > 0
    },

    reject: (calendar, known, { startEpochMs, endEpochMs }, { id, sequence }, why, jobs) =>
      write(async (transaction) => {
        const noted = await unchanged(transaction, calendar, known)
          .set((column) => ({
            needs_rewrite: 1,
            start_ms: startEpochMs,
            // Whatever the owner has moved into the past is looked at until it is put back.
            end_ms: Math.max(known.endEpochMs, endEpochMs),
            suspected_change: null,
            rejected_start_ms: startEpochMs,
            rejection: why,
            rejections: column('rejections', '+', 1),
          }))
          .returning('uid')
          .executeTakeFirst()
        if (noted) await addJobsAgain(transaction, { appointment_id: id }, sequence, jobs)
      }),

    async suspect(calendar, known, suspectedChange, nowEpochMs) {
      if (known.length === 0) return
      await write(async (transaction) => {
        const columns = {
          suspected_change: suspectedChange,
          suspected_at_ms: nowEpochMs,
          alerted_at_ms: null,
        }
        for (const one of known) await unchanged(transaction, calendar, one).set(columns).execute()
      })
    },

    restore: (calendar, known, { id, sequence }, jobs, nowEpochMs) =>
      write(async (transaction) => {
        const noted = await unchanged(transaction, calendar, known)
          .set({ suspected_change: 'restored', suspected_at_ms: nowEpochMs })
          .returning('uid')
          .executeTakeFirst()
        if (noted) await addJobsAgain(transaction, { appointment_id: id }, sequence, jobs)
      }),
  }
}
