import type { Updateable } from 'kysely'
import { parseAppointmentId, parseBlockedTimeId } from '../../booking/calendar-event.ts'
import { calendarKinds } from '../../booking/job-kinds.ts'
import type { Interval } from '../../booking/time.ts'
import type { CalendarFindings } from '../../booking/views.ts'
import { eventsIn, syncedEventRow } from './calendar-events.ts'
import { oneRow, runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { recentAlerts } from './job-views.ts'
import { addJobsAgain, dueAgain, type NewJob } from './jobs.ts'
import { getAppointments, getBlockedTimes, toInterval } from './rows.ts'
import type { Db, Tables } from './schema.ts'

export interface PollLease {
  /** When a poll last read the whole calendar; null for never. */
  polledAtMs: number | null
  /** The busy times that this poll may remove. It doesn't know the ones that another poll stored since it began. */
  busy: readonly Interval[]
}

const keyOf = ({ startEpochMs, endEpochMs }: Interval) => `${startEpochMs} ${endEpochMs}`

async function storedBusyTimes(db: Db, calendar: string): Promise<Interval[]> {
  const times = db.selectFrom('busy_times').select(['start_ms', 'end_ms'])
  return (await times.where('calendar', '=', calendar).execute()).map(toInterval)
}

/** Writes only the differences: a calendar can have thousands of times, and few change between two polls. */
async function writeBusyTimes(
  db: Db,
  calendar: string,
  busy: readonly Interval[],
  removable: readonly Interval[],
): Promise<void> {
  const stored = await storedBusyTimes(db, calendar)
  const outdated = new Set(removable.map(keyOf)).difference(new Set(busy.map(keyOf)))
  const isGone = (time: Interval) => outdated.has(keyOf(time))
  const gone = new Set(stored.filter(isGone).map(({ startEpochMs }) => startEpochMs))
  const ofCalendar = db.deleteFrom('busy_times').where('calendar', '=', calendar)
  await runInBatches([...gone], (batch) => ofCalendar.where('start_ms', 'in', batch).execute())
  const known = new Set(stored.filter(({ startEpochMs }) => !gone.has(startEpochMs)).map(keyOf))
  const added = [...busy, ...stored.filter((time) => !isGone(time))]
    .filter((time) => !known.has(keyOf(time)))
    .map(({ startEpochMs: start_ms, endEpochMs: end_ms }) => ({ calendar, start_ms, end_ms }))
  const insertInto = db.insertInto('busy_times').onConflict((conflict) => conflict.doNothing())
  await runInBatches(added, (batch) => insertInto.values(batch).execute())
}

const onHoldIn = (db: Db, calendar: string) =>
  db.updateTable('synced_events').where('calendar', '=', calendar).where('suspected_change', '=', 'on-hold')

export type PollStore = ReturnType<typeof createPollStore>

export type PollFindings = Awaited<ReturnType<PollStore['findings']>>

export function createPollStore({ db, write, lockNotices }: Engine, uidDomain: string) {
  const isOfAppointment = ({ uid }: { uid: string }) => parseAppointmentId(uid, uidDomain) !== null

  async function findingsOf(db: Db, calendar: string, nowEpochMs: number) {
    const polls = db.selectFrom('calendar_polls').selectAll()
    const poll = await polls.where('calendar', '=', calendar).executeTakeFirst()
    const upcoming = eventsIn(db, calendar).where('end_ms', '>', nowEpochMs).orderBy('start_ms')
    const onHold = await upcoming.where('suspected_change', '=', 'on-hold').execute()
    return {
      polledAtMs: poll?.polled_at_ms ?? null,
      unreadable: poll?.unreadable ?? 0,
      alertedUnreadable: poll?.alerted_unreadable ?? 0,
      alertedPolledAtMs: poll?.alerted_polled_at_ms ?? null,
      // A closed time on hold follows the owner's answer about the appointments.
      onHold: onHold.filter(isOfAppointment).map((row) => ({
        ...toInterval(row),
        id: parseAppointmentId(row.uid, uidDomain) ?? '',
        isPutBack: row.needs_rewrite === 1,
        sinceMs: row.suspected_at_ms ?? 0,
        isAlerted: row.alerted_at_ms !== null,
      })),
    }
  }

  /**
   * Stores the owner's answer about the events on hold. Closed times follow it.
   * @param ids - the appointments that the answer is about; all without them
   * @returns the UIDs of those events
   */
  async function answer(
    transaction: Db,
    calendar: string,
    ids: readonly string[] | undefined,
    columns: Updateable<Tables['synced_events']>,
  ): Promise<string[]> {
    const onHold = eventsIn(transaction, calendar).where('suspected_change', '=', 'on-hold')
    const uids = (await onHold.execute()).map(({ uid }) => uid)
    const isMeant = (id: string | null) => id === null || !ids || ids.includes(id)
    const meant = uids.filter((uid) => isMeant(parseAppointmentId(uid, uidDomain)))
    const query = onHoldIn(transaction, calendar).where('uid', 'in', meant).set(columns).returning('uid')
    return meant.length === 0 ? [] : (await query.execute()).map(({ uid }) => uid)
  }

  return {
    async keepOnly(calendar: string | null): Promise<void> {
      await write((transaction) =>
        transaction.deleteFrom('busy_times').where('calendar', 'is distinct from', calendar).execute(),
      )
    },

    /**
     * @param everyMs - from this lease to the next. Only a clock that was ahead wrote one further away
     * @param isStart - a starting server doesn't wait, unless another process polled since the last lease was due
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
          .where((row) => {
            const isDue = row.not(row.between('next_poll_at_ms', nowEpochMs + 1, nowEpochMs + everyMs))
            const isOld = [row('polled_at_ms', 'is', null), row('polled_at_ms', '<=', nowEpochMs - everyMs)]
            return row.or([isDue, ...(isStart ? isOld : [])])
          })
          .returning('polled_at_ms')
          .executeTakeFirst()
        if (!lease) return null
        return { polledAtMs: lease.polled_at_ms, busy: await storedBusyTimes(transaction, calendar) }
      }),

    addBusy: (calendar: string, busy: readonly Interval[]) =>
      write((transaction) => writeBusyTimes(transaction, calendar, busy, [])),

    /** Stores the result of a complete poll. Does nothing if another poll, which may be newer, finished first. */
    finish: (
      calendar: string,
      { polledAtMs, busy: removable }: PollLease,
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
            // Fewer than before: the next unreadable one is news to the owner.
            alerted_unreadable: row
              .case()
              .when('alerted_unreadable', '>', unreadable)
              .then(unreadable)
              .else(row.ref('alerted_unreadable'))
              .end(),
          }))
          .where((row) => row.and({ calendar, polled_at_ms: polledAtMs }))
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return
        await writeBusyTimes(transaction, calendar, busy, removable)
      }),

    async hastenJobs(nowEpochMs: number): Promise<void> {
      await write((transaction) =>
        dueAgain(transaction, nowEpochMs)
          .where('attempts', '>', 0)
          // A running attempt's row becomes due when its lease ends.
          .where('leased_until_ms', 'is', null)
          .where('kind', 'in', calendarKinds)
          .execute(),
      )
    },

    findings: (calendar: string, nowEpochMs: number) => findingsOf(db, calendar, nowEpochMs),

    /** The last move in the calendar that broke a rule. `count` is the number for this appointment. */
    async findRejection(calendar: string, uid: string) {
      const row = await syncedEventRow(db, calendar, uid)
      if (!row || row.rejected_start_ms === null || row.rejection === null) return null
      return { startEpochMs: row.rejected_start_ms, why: row.rejection, count: row.rejections }
    },

    async findRestored(calendar: string, uid: string): Promise<number | null> {
      const row = await syncedEventRow(db, calendar, uid)
      return row?.suspected_change === 'restored' ? row.suspected_at_ms : null
    },

    queueNotice: (
      calendar: string,
      { nowEpochMs, withinMs }: { nowEpochMs: number; withinMs: number },
      isNeeded: (findings: Awaited<ReturnType<typeof findingsOf>>) => boolean,
    ): Promise<boolean> =>
      write(async (transaction) => {
        await lockNotices(transaction)
        if (!isNeeded(await findingsOf(transaction, calendar, nowEpochMs))) return false
        const recent = recentAlerts(transaction, 'calendar-notice', nowEpochMs, withinMs)
        if (await recent.executeTakeFirst()) return false
        // A job belongs to an appointment. Without appointments, there's nothing to report.
        const appointments = transaction.selectFrom('appointments').select(['id', 'sequence'])
        const newest = await appointments.orderBy('id', 'desc').limit(oneRow).executeTakeFirst()
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
          .set({ alerted_unreadable: unreadable, ...(isOld && { alerted_polled_at_ms: polledAtMs ?? 0 }) })
          .where('calendar', '=', calendar)
          .execute()
        await onHoldIn(transaction, calendar)
          .set({ alerted_at_ms: nowEpochMs })
          .where('start_ms', 'in', [0, ...onHold.map(({ startEpochMs }) => startEpochMs)])
          .execute()
      }),

    async confirm(calendar: string, ids?: readonly string[]): Promise<number> {
      const confirmed = await write((transaction) =>
        answer(transaction, calendar, ids, { suspected_change: 'confirmed' }),
      )
      return confirmed.filter((uid) => isOfAppointment({ uid })).length
    },

    putBack: (
      calendar: string,
      jobsOf: (kind: 'calendar-event' | 'closure-event') => readonly NewJob[],
      ids?: readonly string[],
    ): Promise<number> =>
      write(async (transaction) => {
        const uids = await answer(transaction, calendar, ids, { needs_rewrite: 1 })
        const idsBy = (idOf: typeof parseAppointmentId) => uids.flatMap((uid) => idOf(uid, uidDomain) ?? [])
        const appointments = await getAppointments(transaction, idsBy(parseAppointmentId))
        for (const { id, sequence } of appointments)
          await addJobsAgain(transaction, { appointment_id: id }, sequence, jobsOf('calendar-event'))
        const blockedTimes = await getBlockedTimes(transaction, idsBy(parseBlockedTimeId))
        for (const { id, sequence } of blockedTimes)
          await addJobsAgain(transaction, { blocked_time_id: id }, sequence, jobsOf('closure-event'))
        return appointments.length + blockedTimes.length
      }),
  }
}
