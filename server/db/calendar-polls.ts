import { appointmentIdOf, blockedTimeIdOf } from '../../booking/calendar-event.ts'
import { calendarKinds } from '../../booking/job-kinds.ts'
import { type Interval, msPerHour, msPerMinute } from '../../booking/time.ts'
import type { CalendarFindings } from '../../booking/views.ts'
import { copyOf } from './calendar-events.ts'
import { forAll, oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { currentAlerts } from './job-views.ts'
import { addJobsAgain, type NewJob, pending } from './jobs.ts'
import { appointmentsOf, blockedTimesOf } from './rows.ts'
import type { Db, Rejection } from './schema.ts'

export interface PollLease {
  /** When the calendar was last read as a whole; null for never. */
  readAtMs: number | null
}

/** What readings of a calendar have brought, and whose turn the next one is. */
export interface ReadStore {
  /** Forgets what was read from every other calendar: another one is the owner's now. */
  keepOnly(calendar: string | null): Promise<void>
  /**
   * Takes the next turn of reading.
   * @param everyMs - from this turn to the next; one that lies further away was noted by a clock that was ahead
   * @param isStart - a start waits for no turn, unless the calendar was read as a whole since the one before was due
   * @returns null when it is not time yet
   */
  takeLease(
    calendar: string,
    nowEpochMs: number,
    everyMs: number,
    isStart: boolean,
  ): Promise<PollLease | null>
  /** Notes times as busy besides those that are, until the reading that has found them is whole. */
  add(calendar: string, busy: readonly Interval[]): Promise<void>
  /**
   * Notes a whole reading: the busy times, which replace those known before, and how much could not be read. One that
   * was overtaken by another is left out, because it may have begun before that one.
   */
  finish(
    calendar: string,
    turn: PollLease,
    busy: readonly Interval[],
    unreadable: number,
    nowEpochMs: number,
  ): Promise<void>
  /** Makes due what has failed there and would be tried again later: it can be reached. */
  hasten(nowEpochMs: number): Promise<void>
}

/** Since the last whole reading, so that the owner should know; before, the calendar's server may just be restarting. */
export const isLongAgo = (readAtMs: number, nowEpochMs: number) => nowEpochMs - readAtMs > msPerHour

/** An appointment whose event is gone together with so many others that the owner is asked. */
export interface HeldBack extends Interval {
  sinceMs: number
}

/** What the readings of a calendar have brought that its owner should know of, or has to decide. */
export interface CalendarNews extends CalendarFindings {
  held: readonly HeldBack[]
  /** Whether there is something of it that the owner was not told yet. */
  isNew: boolean
}

export interface CalendarNewsStore {
  find(calendar: string, nowEpochMs: number): Promise<CalendarNews>
  /** The last refused move of an event. */
  findRejection(calendar: string, uid: string): Promise<RejectedMove | null>
  /** Since when the event of a cancelled appointment stands there again, epoch milliseconds. */
  findRestored(calendar: string, uid: string): Promise<number | null>
  /** Owes the owner a notice of what was not told yet, not too soon after the last. @returns whether one is due */
  queueNotice(calendar: string, nowEpochMs: number): Promise<boolean>
  markAlerted(calendar: string, news: CalendarNews, nowEpochMs: number): Promise<void>
  /** The owner's answer: what is held back is cancelled, as the next readings find. @returns how many */
  release(calendar: string): Promise<number>
  /** The owner's other answer: the events of what is held back are written again. @returns how many */
  putBack(
    calendar: string,
    jobsOf: (kind: 'calendar-event' | 'closure-event') => readonly NewJob[],
  ): Promise<number>
}

export interface RejectedMove {
  /** Where the owner had moved the event to. */
  startEpochMs: number
  why: Rejection
  /** Counts the refused moves of one appointment. */
  count: number
}

async function insert(db: Db, calendar: string, busy: readonly Interval[]): Promise<void> {
  const rows = busy.map(({ startEpochMs, endEpochMs }) => ({
    calendar,
    start_ms: startEpochMs,
    end_ms: endEpochMs,
  }))
  // Another process may note the same.
  const insertInto = db.insertInto('busy_times').onConflict((conflict) => conflict.doNothing())
  await forAll(rows, (some) => insertInto.values(some).execute())
}

export function calendarReadStore({ write }: Engine): ReadStore {
  return {
    keepOnly: (calendar) =>
      write(async (transaction) => {
        await transaction.deleteFrom('busy_times').where('calendar', 'is distinct from', calendar).execute()
      }),

    takeLease: (calendar, nowEpochMs, everyMs, isStart) =>
      write(async (transaction) => {
        await transaction
          .insertInto('calendar_polls')
          .values({ calendar, next_poll_at_ms: 0 })
          .onConflict((conflict) => conflict.column('calendar').doNothing())
          .execute()
        const turn = await transaction
          .updateTable('calendar_polls')
          .set({ next_poll_at_ms: nowEpochMs + everyMs })
          .where('calendar', '=', calendar)
          .where((row) =>
            row.or([
              row('next_poll_at_ms', '<=', nowEpochMs),
              row('next_poll_at_ms', '>', nowEpochMs + everyMs),
              ...(isStart
                ? [row('polled_at_ms', 'is', null), row('polled_at_ms', '<=', nowEpochMs - everyMs)]
                : []),
            ]),
          )
          .returning('polled_at_ms')
          .executeTakeFirst()
        return turn ? { readAtMs: turn.polled_at_ms } : null
      }),

    add: (calendar, busy) => write((transaction) => insert(transaction, calendar, busy)),

    finish: (calendar, { readAtMs }, busy, unreadable, nowEpochMs) =>
      write(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('calendar_polls')
          .set((row) => ({
            polled_at_ms: nowEpochMs,
            unreadable,
            // What becomes unreadable after the others were mended is told anew.
            alerted_unreadable: row
              .case()
              .when('alerted_unreadable', '>', unreadable)
              .then(unreadable)
              .else(row.ref('alerted_unreadable'))
              .end(),
          }))
          .where('calendar', '=', calendar)
          .where('polled_at_ms', readAtMs === null ? 'is' : '=', readAtMs)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        await transaction.deleteFrom('busy_times').where('calendar', '=', calendar).execute()
        await insert(transaction, calendar, busy)
      }),

    hasten: (nowEpochMs) =>
      write(async (transaction) => {
        await transaction
          .updateTable('jobs')
          .set({ due_at_ms: nowEpochMs })
          .where('status', '=', pending)
          .where('due_at_ms', '>', nowEpochMs)
          .where('attempts', '>', 0)
          // An attempt that is under way falls due when its lease ends.
          .where('leased_until_ms', 'is', null)
          .where('kind', 'in', calendarKinds)
          .execute()
      }),
  }
}

/** One notice tells of everything; the next of what has come since. */
const noticeEveryMs = 10 * msPerMinute

async function newsOf(
  db: Db,
  uidDomain: string,
  calendar: string,
  nowEpochMs: number,
): Promise<CalendarNews> {
  const read = await db
    .selectFrom('calendar_polls')
    .selectAll()
    .where('calendar', '=', calendar)
    .executeTakeFirst()
  const gone = await db
    .selectFrom('synced_events')
    .selectAll()
    .where('calendar', '=', calendar)
    .where('end_ms', '>', nowEpochMs)
    .where('suspected_change', '=', 'on-hold')
    .orderBy('start_ms')
    .execute()
  // A closure that is held back with them goes by what the owner says of them.
  const held = gone.filter(({ uid }) => appointmentIdOf(uid, uidDomain) !== null)
  const readAtMs = read?.polled_at_ms ?? null
  const isOld = isLongAgo(readAtMs ?? 0, nowEpochMs)
  const unreadable = read?.unreadable ?? 0
  return {
    readAtMs,
    isOld,
    unreadable,
    held: held.map((row) => ({
      startEpochMs: row.start_ms,
      endEpochMs: row.end_ms,
      sinceMs: row.suspected_at_ms ?? 0,
    })),
    isNew:
      held.some((row) => row.alerted_at_ms === null) ||
      unreadable > (read?.alerted_unreadable ?? 0) ||
      (isOld && read?.alerted_polled_at_ms !== (readAtMs ?? 0)),
  }
}

const heldIn = (db: Db, calendar: string) =>
  db.updateTable('synced_events').where('calendar', '=', calendar).where('suspected_change', '=', 'on-hold')

export function calendarNewsStore({ db, write, lockNotices }: Engine, uidDomain: string): CalendarNewsStore {
  return {
    find: (calendar, nowEpochMs) => newsOf(db, uidDomain, calendar, nowEpochMs),

    async findRejection(calendar, uid) {
      const row = await copyOf(db, calendar, uid)
      if (!row || row.rejected_start_ms === null || row.rejection === null) return null
      return { startEpochMs: row.rejected_start_ms, why: row.rejection, count: row.rejections }
    },

    async findRestored(calendar, uid) {
      const row = await copyOf(db, calendar, uid)
      return row?.suspected_change === 'restored' ? row.suspected_at_ms : null
    },

    queueNotice: (calendar, nowEpochMs) =>
      write(async (transaction) => {
        await lockNotices(transaction)
        const { isNew } = await newsOf(transaction, uidDomain, calendar, nowEpochMs)
        if (!isNew) return false
        const notices = currentAlerts(transaction, 'calendar-notice', nowEpochMs, noticeEveryMs)
        if (await notices.executeTakeFirst()) return false
        // What is owed is owed for an appointment; as long as there is none, none can come to harm.
        const newest = await transaction
          .selectFrom('appointments')
          .select(['id', 'sequence'])
          .orderBy('id', 'desc')
          .limit(oneRow)
          .executeTakeFirst()
        if (!newest) return false
        const notice = [{ kind: 'calendar-notice', dueAtMs: nowEpochMs }] as const
        await addJobsAgain(transaction, { appointment_id: newest.id }, newest.sequence, notice)
        return true
      }),

    markAlerted: (calendar, { readAtMs, isOld, unreadable, held }, nowEpochMs) =>
      write(async (transaction) => {
        await transaction
          .updateTable('calendar_polls')
          .set({
            alerted_unreadable: unreadable,
            ...(isOld ? { alerted_polled_at_ms: readAtMs ?? 0 } : {}),
          })
          .where('calendar', '=', calendar)
          .execute()
        await heldIn(transaction, calendar)
          .set({ alerted_at_ms: nowEpochMs })
          .where('start_ms', 'in', [0, ...held.map(({ startEpochMs }) => startEpochMs)])
          .execute()
      }),

    async release(calendar) {
      const released = await write((transaction) =>
        heldIn(transaction, calendar).set({ suspected_change: 'confirmed' }).returning('uid').execute(),
      )
      return released.filter(({ uid }) => appointmentIdOf(uid, uidDomain) !== null).length
    },

    putBack: (calendar, jobsOf) =>
      write(async (transaction) => {
        const held = await heldIn(transaction, calendar).set({ needs_rewrite: 1 }).returning('uid').execute()
        const uids = held.map(({ uid }) => uid)
        const ids = uids.flatMap((uid) => appointmentIdOf(uid, uidDomain) ?? [])
        const appointments = await appointmentsOf(transaction, ids)
        for (const { id, sequence } of appointments)
          await addJobsAgain(transaction, { appointment_id: id }, sequence, jobsOf('calendar-event'))
        const blockedTimeIds = uids.flatMap((uid) => blockedTimeIdOf(uid, uidDomain) ?? [])
        const blockedTimes = await blockedTimesOf(transaction, blockedTimeIds)
        for (const { id, sequence } of blockedTimes)
          await addJobsAgain(transaction, { blocked_time_id: id }, sequence, jobsOf('closure-event'))
        return appointments.length + blockedTimes.length
      }),
  }
}
