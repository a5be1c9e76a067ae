import { sql } from 'kysely'
import { longestOccupiedMs } from '../appointment-row.ts'
import type { Steps } from '../migrations/schema-words.ts'

const refuseOverlap = sql`
  select raise(abort, 'appointments_overlap') where exists (
    select 1 from appointments
    where status = 'confirmed' and seat = new.seat and id <> new.id
      and start_ms < new.occupied_until_ms and start_ms > new.start_ms - ${sql.lit(longestOccupiedMs)}
      and occupied_until_ms > new.start_ms
  );`

/**
 * The guarantee against double booking. SQLite has one writer at a time, so what a trigger sees is all there is.
 *
 * A new appointment sits on one of the shop's seats. A change may put it below zero, where it blocks nobody,
 * for as long as appointments change seats within one transaction.
 */
export const guarantee: Steps = [
  sql`create trigger appointments_insert before insert on appointments when new.status = 'confirmed'
    begin
      select raise(abort, 'appointments_seat')
        where new.seat < 0 or new.seat >= (select count from seats where id = 1);
      ${refuseOverlap}
    end`,
  sql`create trigger appointments_update
    before update of seat, start_ms, occupied_until_ms, status on appointments when new.status = 'confirmed'
    begin
      ${refuseOverlap}
    end`,
]
