/** Stores which of the owner's devices get notifications about bookings, and which ones they got. */

import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

export const push: Migration = {
  name: '0006-push',
  async up(db, { epochMs, strict }) {
    // A session is one browser on one device, and has one subscription.
    await sql`create table push_subscriptions (
      session_id text primary key not null references sessions (id),
      endpoint text not null,
      p256dh text not null,
      auth text not null,
      constraint push_subscriptions_once unique (endpoint)
    ) ${strict}`.execute(db)
    await sql`create table push_deliveries (
      session_id text not null,
      appointment_id text not null,
      sent_at_ms ${epochMs} not null,
      constraint push_deliveries_once primary key (session_id, appointment_id)
    ) ${strict}`.execute(db)
  },
}
