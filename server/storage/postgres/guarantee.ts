import { sql } from 'kysely'
import type { Steps } from '../migrations/schema-words.ts'

/**
 * The guarantee against double booking: on one seat no two confirmed appointments share a moment, whoever inserts.
 *
 * A new appointment sits on one of the shop's seats. A change may put it below zero, where it blocks nobody,
 * for as long as appointments change seats within one transaction.
 */
export const guarantee: Steps = [
  // Lets one index hold the seat, which is compared, and the time, which may not overlap.
  sql`create extension if not exists btree_gist`,
  sql`alter table appointments add constraint appointments_overlap
    exclude using gist (seat with =, int8range(start_ms, occupied_until_ms) with &&)
    where (status = 'confirmed' and seat >= 0)`,
  sql`create function refuse_missing_seat() returns trigger language plpgsql as $$
    begin
      if new.seat < 0 or new.seat >= (select count from seats where id = 1) then
        raise exception 'appointments_seat' using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  sql`create trigger appointments_insert before insert on appointments
    for each row when (new.status = 'confirmed') execute function refuse_missing_seat()`,
]
