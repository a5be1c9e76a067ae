/**
 * Dates have hours of their own in place of closed dates, a closed time can leave fitters free, and the owner can book
 * one client more than there are fitters.
 */

import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

/** Until now, only closed dates had special hours. */
function withDates(text: string): string {
  const { closedDates = [], ...others }: { closedDates?: readonly string[] } = JSON.parse(text)
  const dates = Object.fromEntries(closedDates.map((date) => [date, []]))
  return JSON.stringify({ ...others, dates, busyCloses: 'everyone', earliestHoursAhead: null })
}

/** Clients get only the seats of the fitters; the owner's own bookings can have one beyond them. */
const seatRule = {
  sqlite: [
    sql`drop trigger appointments_insert`,
    sql`create trigger appointments_insert before insert on appointments when new.status = 'confirmed'
      begin
        select raise(abort, 'appointments_seat') where new.seat < 0
          or (new.booked_by = 'client' and new.seat >= (select count from seats where id = 1));
        select raise(abort, 'appointments_overlap') where exists (
          select 1 from appointments
          where status = 'confirmed' and seat = new.seat and id <> new.id
            and start_ms < new.occupied_until_ms and start_ms > new.start_ms - 86400000
            and occupied_until_ms > new.start_ms
        );
      end`,
  ],
  postgres: [
    sql`create or replace function reject_missing_seat() returns trigger language plpgsql as $$
      begin
        if new.seat < 0
          or (new.booked_by = 'client' and new.seat >= (select count from seats where id = 1)) then
          raise exception 'appointments_seat' using errcode = 'check_violation';
        end if;
        return new;
      end $$`,
  ],
}

export const datesAndPlaces: Migration = {
  name: '0004-dates-and-places',
  async up(db, { engine }) {
    const { rows } = await sql<{ opening: string }>`select opening from opening_hours`.execute(db)
    for (const { opening } of rows)
      await sql`update opening_hours set opening = ${withDates(opening)}`.execute(db)
    // How many fitters receive no one then; null for all.
    await sql`alter table blocked_times add column places integer
      constraint blocked_times_places check (places > 0)`.execute(db)
    for (const statement of seatRule[engine]) await statement.execute(db)
  },
}
