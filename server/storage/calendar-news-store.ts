import { msPerMinute } from '../../booking/time.ts'
import { type CalendarNews, type CalendarNewsStore, isLongAgo } from '../appointments/calendar-news.ts'
import { followUpsOfPuttingBack } from '../appointments/follow-ups.ts'
import { appointmentIdOf, closureIdOf } from '../appointments/identity.ts'
import { appointmentsOf } from './appointment-row.ts'
import { closuresOf } from './closure-store.ts'
import type { Engine } from './engine.ts'
import { enqueueAgain } from './enqueue.ts'
import { oneRow } from './one-row.ts'
import { standingNotices } from './standing-notices.ts'
import { copyOf, toBeWritten } from './synced-event-store.ts'
import type { Db } from './tables.ts'

/** One notice tells of everything; the next of what has come since. */
const noticeEveryMs = 10 * msPerMinute

async function newsOf(db: Db, calendar: string, nowEpochMs: number): Promise<CalendarNews> {
  const read = await db
    .selectFrom('calendar_reads')
    .selectAll()
    .where('calendar', '=', calendar)
    .executeTakeFirst()
  const gone = await db
    .selectFrom('calendar_copies')
    .selectAll()
    .where('calendar', '=', calendar)
    .where('end_ms', '>', nowEpochMs)
    .where('doubt', '=', 'held')
    .orderBy('start_ms')
    .execute()
  // A closure that is held back with them goes by what the owner says of them.
  const held = gone.filter(({ uid }) => appointmentIdOf(uid) !== null)
  const readAtMs = read?.read_at_ms ?? null
  const isOld = isLongAgo(readAtMs ?? 0, nowEpochMs)
  const unreadable = read?.unreadable ?? 0
  return {
    readAtMs,
    isOld,
    unreadable,
    held: held.map((row) => ({
      startEpochMs: row.start_ms,
      endEpochMs: row.end_ms,
      sinceMs: row.doubted_at_ms ?? 0,
    })),
    isUntold:
      held.some((row) => row.told_at_ms === null) ||
      unreadable > (read?.told_unreadable ?? 0) ||
      (isOld && read?.told_read_at_ms !== (readAtMs ?? 0)),
  }
}

const heldIn = (db: Db, calendar: string) =>
  db.updateTable('calendar_copies').where('calendar', '=', calendar).where('doubt', '=', 'held')

export function calendarNewsStore({ db, write, lockNotices }: Engine): CalendarNewsStore {
  return {
    find: (calendar, nowEpochMs) => newsOf(db, calendar, nowEpochMs),

    async findRefusal(calendar, uid) {
      const row = await copyOf(db, calendar, uid)
      if (!row || row.refused_start_ms === null || row.refused_why === null) return null
      return { startEpochMs: row.refused_start_ms, why: row.refused_why, count: row.refusals }
    },

    async findRestored(calendar, uid) {
      const row = await copyOf(db, calendar, uid)
      return row?.doubt === 'restored' ? row.doubted_at_ms : null
    },

    oweNotice: (calendar, nowEpochMs) =>
      write(async (transaction) => {
        await lockNotices(transaction)
        const { isUntold } = await newsOf(transaction, calendar, nowEpochMs)
        if (!isUntold) return false
        const notices = standingNotices(transaction, 'calendar-notice', nowEpochMs, noticeEveryMs)
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
        await enqueueAgain(transaction, { appointment_id: newest.id }, newest.sequence, notice)
        return true
      }),

    markTold: (calendar, { readAtMs, isOld, unreadable, held }, nowEpochMs) =>
      write(async (transaction) => {
        await transaction
          .updateTable('calendar_reads')
          .set({
            told_unreadable: unreadable,
            ...(isOld ? { told_read_at_ms: readAtMs ?? 0 } : {}),
          })
          .where('calendar', '=', calendar)
          .execute()
        await heldIn(transaction, calendar)
          .set({ told_at_ms: nowEpochMs })
          .where('start_ms', 'in', [0, ...held.map(({ startEpochMs }) => startEpochMs)])
          .execute()
      }),

    async release(calendar) {
      const released = await write((transaction) =>
        heldIn(transaction, calendar).set({ doubt: 'released' }).returning('uid').execute(),
      )
      return released.filter(({ uid }) => appointmentIdOf(uid) !== null).length
    },

    putBack: (calendar, nowEpochMs) =>
      write(async (transaction) => {
        const held = await heldIn(transaction, calendar)
          .set({ sequence: toBeWritten })
          .returning('uid')
          .execute()
        const uids = held.map(({ uid }) => uid)
        const ids = uids.flatMap((uid) => appointmentIdOf(uid) ?? [])
        const appointments = await appointmentsOf(transaction, ids)
        const event = followUpsOfPuttingBack('calendar-event', nowEpochMs)
        for (const { id, sequence } of appointments)
          await enqueueAgain(transaction, { appointment_id: id }, sequence, event)
        const closureIds = uids.flatMap((uid) => closureIdOf(uid) ?? [])
        const closures = await closuresOf(transaction, closureIds)
        const closedEvent = followUpsOfPuttingBack('closure-event', nowEpochMs)
        for (const { id, sequence } of closures)
          await enqueueAgain(transaction, { closure_id: id }, sequence, closedEvent)
        return appointments.length + closures.length
      }),
  }
}
