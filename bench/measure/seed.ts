import { DatabaseSync } from 'node:sqlite'
import { msPerDay } from '../../booking/time.ts'

const startsPerDay = 9
/** The seeded appointments end this many days ahead; what lies further back is past. */
export const daysAheadOfGrowth = 20

const msPerHour = 3_600_000

interface Density {
  /** Clients at each start. */
  busySeats: number
  /** The newest appointments are so far ahead. */
  daysAhead: number
}

/**
 * Fills an opened and migrated database with appointments whose follow-up work is done, by direct SQL: nine starts a
 * day, so that every size is equally busy on the newest days.
 */
export function seed(
  file: string,
  count: number,
  nowEpochMs: number,
  { busySeats, daysAhead }: Density = { busySeats: 5, daysAhead: daysAheadOfGrowth },
): void {
  const perDay = busySeats * startsPerDay
  const database = new DatabaseSync(file)
  database.exec('pragma synchronous = off')
  const today = Math.floor(nowEpochMs / msPerDay) * msPerDay
  const firstDay = today - (Math.ceil(count / perDay) - daysAhead) * msPerDay
  database.exec('begin')
  database
    .prepare(
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n + 1 < :count),
        times as (select n, n / ${perDay} as day, n % ${perDay} / ${busySeats} as hour, n % ${busySeats} as seat from numbers),
        starts as (select *, :firstDay + day * ${msPerDay} + (hour + 15) * ${msPerHour} as start_ms from times)
      insert into appointments (id, full_name, email, phone, appointment_date, appointment_time, referral_source,
        created_at_ms, seat, start_ms, end_ms, occupied_until_ms)
      select printf('0190%04x-%04x-7000-8000-%012x', n >> 16, n & 65535, n), 'Client ' || n, 'client-' || n || '@example.com',
        '(555) 123-4567', date(start_ms / 1000, 'unixepoch'), printf('%02d:00', hour + 9), 'friend',
        start_ms - 20 * ${msPerDay}, seat, start_ms, start_ms + ${msPerHour}, start_ms + ${msPerHour}
      from starts`,
    )
    .run({ count, firstDay })
  for (const kind of ['calendar-event', 'business-notification', 'client-invitation', 'client-reminder']) {
    database
      .prepare(
        `insert into outbox (appointment_id, kind, sequence, due_at_ms, attempts, done_at_ms, result)
        select id, ?, 0, created_at_ms, 1, created_at_ms + 1000, id from appointments`,
      )
      .run(kind)
  }
  database.exec('commit')
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()
}
