import { sql } from 'kysely'
import { longestOccupiedMs } from './rows.ts'

const rejectOverlap = sql`
  select raise(abort, 'appointments_overlap') where exists (
    select 1 from appointments
    where status = 'confirmed' and seat = new.seat and id <> new.id
      and start_ms < new.occupied_until_ms and start_ms > new.start_ms - ${sql.lit(longestOccupiedMs)}
      and occupied_until_ms > new.start_ms
  );`

/**
 * The guarantee against double booking. SQLite has one writer at a time, so a trigger sees all rows. Within a
 * transaction, appointments that change seats may be below zero, where they conflict with none.
 */
export const sqliteGuarantee = [
  sql`create trigger appointments_insert before insert on appointments when new.status = 'confirmed'
    begin
      select raise(abort, 'appointments_seat')
        where new.seat < 0 or new.seat >= (select count from seats where id = 1);
      ${rejectOverlap}
    end`,
  sql`create trigger appointments_update
    before update of seat, start_ms, occupied_until_ms, status on appointments when new.status = 'confirmed'
    begin
      ${rejectOverlap}
    end`,
]

/** The same for PostgreSQL: an exclusion constraint, so no two confirmed appointments overlap on one seat. */
export const postgresGuarantee = [
  sql`create extension if not exists btree_gist`,
  sql`alter table appointments add constraint appointments_overlap
    exclude using gist (seat with =, int8range(start_ms, occupied_until_ms) with &&)
    where (status = 'confirmed' and seat >= 0)`,
  sql`create function reject_missing_seat() returns trigger language plpgsql as $$
    begin
      if new.seat < 0 or new.seat >= (select count from seats where id = 1) then
        raise exception 'appointments_seat' using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  sql`create trigger appointments_insert before insert on appointments
    for each row when (new.status = 'confirmed') execute function reject_missing_seat()`,
]
