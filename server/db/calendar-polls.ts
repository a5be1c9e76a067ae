import { appointmentIdOf, blockedTimeIdOf } from '../../booking/calendar-event.ts'
import { calendarKinds } from '../../booking/job-kinds.ts'
import type { Interval } from '../../booking/time.ts'
import type { CalendarFindings } from '../../booking/views.ts'
import { syncedEventRow } from './calendar-events.ts'
import { forAll, oneRow } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { recentAlerts } from './job-views.ts'
import { addJobsAgain, type NewJob, pending } from './jobs.ts'
import { appointmentsOf, blockedTimesOf } from './rows.ts'
import type { Db, Rejection } from './schema.ts'

/** The right to poll a calendar once. */
export interface PollLease {
  /** When a poll last read the whole calendar; null for never. */
  polledAtMs: number | null
}

/** An appointment whose event is missing with so many others that it stays until the owner answers. */
export interface OnHold extends Interval {
  sinceMs: number
  isAlerted: boolean
}

/** The result of the last polls of a calendar, and the part of it that the owner was alerted to. */
export interface PollFindings extends PollLease {
  unreadable: number
  onHold: readonly OnHold[]
  alertedUnreadable: number
  alertedPolledAtMs: number | null
}

/** A move in the calendar that broke a rule. */
export interface RejectedMove {
  startEpochMs: number
  why: Rejection
  /** Counts the rejected moves of this appointment. */
  count: number
}

async function addBusyTimes(db: Db, calendar: string, busy: readonly Interval[]): Promise<void> {
  const rows = busy.map(({ startEpochMs, endEpochMs }) => ({
    calendar,
    start_ms: startEpochMs,
    end_ms: endEpochMs,
  }))
  // Another process may add the same.
  const insertInto = db.insertInto('busy_times').onConflict((conflict) => conflict.doNothing())
  await forAll(rows, (some) => insertInto.values(some).execute())
}

const onHoldIn = (db: Db, calendar: string) =>
  db.updateTable('synced_events').where('calendar', '=', calendar).where('suspected_change', '=', 'on-hold')

export type PollStore = ReturnType<typeof pollStore>

/** The results of polls of the owner's calendar, and the lease of the next one. */
export function pollStore({ db, write, lockNotices }: Engine, uidDomain: string) {
  async function findingsOf(db: Db, calendar: string, nowEpochMs: number): Promise<PollFindings> {
    const poll = await db
      .selectFrom('calendar_polls')
      .selectAll()
      .where('calendar', '=', calendar)
      .executeTakeFirst()
    const missing = await db
      .selectFrom('synced_events')
      .selectAll()
      .where('calendar', '=', calendar)
      .where('end_ms', '>', nowEpochMs)
      .where('suspected_change', '=', 'on-hold')
      .orderBy('start_ms')
      .execute()
    // A blocked time on hold follows the owner's answer about the appointments.
    const onHold = missing.filter(({ uid }) => appointmentIdOf(uid, uidDomain) !== null)
    return {
      polledAtMs: poll?.polled_at_ms ?? null,
      unreadable: poll?.unreadable ?? 0,
      alertedUnreadable: poll?.alerted_unreadable ?? 0,
      alertedPolledAtMs: poll?.alerted_polled_at_ms ?? null,
      onHold: onHold.map((row) => ({
        startEpochMs: row.start_ms,
        endEpochMs: row.end_ms,
        sinceMs: row.suspected_at_ms ?? 0,
        isAlerted: row.alerted_at_ms !== null,
      })),
    }
  }

  return {
    async keepOnly(calendar: string | null): Promise<void> {
      await write((transaction) =>
        transaction.deleteFrom('busy_times').where('calendar', 'is distinct from', calendar).execute(),
      )
    },

    /**
     * Takes the next lease.
     * @param everyMs - from this lease to the next; a clock that was ahead wrote one that is further away
     * @param isStart - a start does not wait, unless another process polled since the last lease was due
     * @returns null when it is not time yet
     */
    takeLease: (
      calendar: string,
      nowEpochMs: number,
      everyMs: number,
      isStart: boolean,
    ): Promise<PollLease | null> =>
      write(async (transaction) => {
        await transaction
          .insertInto('calendar_polls')
          .values({ calendar, next_poll_at_ms: 0 })
          .onConflict((conflict) => conflict.column('calendar').doNothing())
          .execute()
        const lease = await transaction
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
        return lease ? { polledAtMs: lease.polled_at_ms } : null
      }),

    /** Adds busy times to the known ones, until the poll that found them finishes. */
    addBusy: (calendar: string, busy: readonly Interval[]) =>
      write((transaction) => addBusyTimes(transaction, calendar, busy)),

    /** Replaces the busy times after a whole poll; does nothing if another poll, which may be newer, finished first. */
    finish: (
      calendar: string,
      { polledAtMs }: PollLease,
      busy: readonly Interval[],
      unreadable: number,
      nowEpochMs: number,
    ): Promise<void> =>
      write(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('calendar_polls')
          .set((row) => ({
            polled_at_ms: nowEpochMs,
            unreadable,
            // Fewer than before: the next one that becomes unreadable is new to the owner.
            alerted_unreadable: row
              .case()
              .when('alerted_unreadable', '>', unreadable)
              .then(unreadable)
              .else(row.ref('alerted_unreadable'))
              .end(),
          }))
          .where('calendar', '=', calendar)
          .where('polled_at_ms', polledAtMs === null ? 'is' : '=', polledAtMs)
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        await transaction.deleteFrom('busy_times').where('calendar', '=', calendar).execute()
        await addBusyTimes(transaction, calendar, busy)
      }),

    /** Makes failed jobs of the calendar due now, because it answers again. */
    async hastenJobs(nowEpochMs: number): Promise<void> {
      await write((transaction) =>
        transaction
          .updateTable('jobs')
          .set({ due_at_ms: nowEpochMs })
          .where('status', '=', pending)
          .where('due_at_ms', '>', nowEpochMs)
          .where('attempts', '>', 0)
          // A running attempt's row falls due when its lease ends.
          .where('leased_until_ms', 'is', null)
          .where('kind', 'in', calendarKinds)
          .execute(),
      )
    },

    findings: (calendar: string, nowEpochMs: number) => findingsOf(db, calendar, nowEpochMs),

    async findRejection(calendar: string, uid: string): Promise<RejectedMove | null> {
      const row = await syncedEventRow(db, calendar, uid)
      if (!row || row.rejected_start_ms === null || row.rejection === null) return null
      return { startEpochMs: row.rejected_start_ms, why: row.rejection, count: row.rejections }
    },

    /** Since when the event of a canceled appointment has been back in the calendar, epoch milliseconds. */
    async findRestored(calendar: string, uid: string): Promise<number | null> {
      const row = await syncedEventRow(db, calendar, uid)
      return row?.suspected_change === 'restored' ? row.suspected_at_ms : null
    },

    /**
     * Queues a notice to the owner if `isNeeded` says so, and there was none within the last `withinMs`.
     * @returns whether it queued one
     */
    queueNotice: (
      calendar: string,
      { nowEpochMs, withinMs }: { nowEpochMs: number; withinMs: number },
      isNeeded: (findings: PollFindings) => boolean,
    ): Promise<boolean> =>
      write(async (transaction) => {
        await lockNotices(transaction)
        if (!isNeeded(await findingsOf(transaction, calendar, nowEpochMs))) return false
        const recent = recentAlerts(transaction, 'calendar-notice', nowEpochMs, withinMs)
        if (await recent.executeTakeFirst()) return false
        // A job belongs to an appointment. Without appointments, there is nothing to report either.
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

    /** @param findings.isOld - whether the notice said that the last poll is too long ago */
    markAlerted: (
      calendar: string,
      { polledAtMs, isOld, unreadable, onHold }: CalendarFindings,
      nowEpochMs: number,
    ): Promise<void> =>
      write(async (transaction) => {
        await transaction
          .updateTable('calendar_polls')
          .set({
            alerted_unreadable: unreadable,
            ...(isOld && { alerted_polled_at_ms: polledAtMs ?? 0 }),
          })
          .where('calendar', '=', calendar)
          .execute()
        await onHoldIn(transaction, calendar)
          .set({ alerted_at_ms: nowEpochMs })
          .where('start_ms', 'in', [0, ...onHold.map(({ startEpochMs }) => startEpochMs)])
          .execute()
      }),

    /** The owner's answer that the appointments on hold are canceled, which the next polls apply. @returns how many */
    async confirm(calendar: string): Promise<number> {
      const confirmed = await write((transaction) =>
        onHoldIn(transaction, calendar).set({ suspected_change: 'confirmed' }).returning('uid').execute(),
      )
      return confirmed.filter(({ uid }) => appointmentIdOf(uid, uidDomain) !== null).length
    },

    /** The owner's other answer: writes the events on hold again. @returns how many */
    putBack: (
      calendar: string,
      jobsOf: (kind: 'calendar-event' | 'closure-event') => readonly NewJob[],
    ): Promise<number> =>
      write(async (transaction) => {
        const rows = await onHoldIn(transaction, calendar)
          .set({ needs_rewrite: 1 })
          .returning('uid')
          .execute()
        const idsBy = (idOf: typeof appointmentIdOf) => rows.flatMap(({ uid }) => idOf(uid, uidDomain) ?? [])
        const appointments = await appointmentsOf(transaction, idsBy(appointmentIdOf))
        for (const { id, sequence } of appointments)
          await addJobsAgain(transaction, { appointment_id: id }, sequence, jobsOf('calendar-event'))
        const blockedTimes = await blockedTimesOf(transaction, idsBy(blockedTimeIdOf))
        for (const { id, sequence } of blockedTimes)
          await addJobsAgain(transaction, { blocked_time_id: id }, sequence, jobsOf('closure-event'))
        return appointments.length + blockedTimes.length
      }),
  }
}
