/** Stores opening hours by day in every database, and one row for each address that asks for a sign-in link. */

import { sql } from 'kysely'
import type { Migration } from '../engine.ts'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Hours were once the same on each open day. */
interface UniformHours {
  firstStart: string
  lastStart: string
  closedWeekdays: readonly number[]
}

function byDay(text: string): string {
  const stored = JSON.parse(text)
  if ('week' in stored) return text
  const { firstStart, lastStart, closedWeekdays, ...others }: UniformHours = stored
  const hours = (index: number) => (closedWeekdays.includes(index + 1) ? [] : [`${firstStart}-${lastStart}`])
  return JSON.stringify({
    week: Object.fromEntries(days.map((day, index) => [day, hours(index)])),
    ...others,
  })
}

export const simplerTables: Migration = {
  name: '0007-simpler-tables',
  async up(db, { epochMs, strict }) {
    const { rows } = await sql<{ opening: string }>`select opening from opening_hours`.execute(db)
    for (const { opening } of rows)
      await sql`update opening_hours set opening = ${byDay(opening)}`.execute(db)
    // It says when an address may ask again, which is over within hours.
    await sql`drop table sign_in_emails`.execute(db)
    await sql`create table sign_in_emails (
      email text primary key not null,
      sent_at_ms ${epochMs} not null
    ) ${strict}`.execute(db)
  },
}
