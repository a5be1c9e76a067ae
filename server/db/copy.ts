import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { runInBatches } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { setSeats } from './rows.ts'
import type { Db } from './schema.ts'

type Row = Record<string, unknown>
type AnyTables = Record<string, Row>

const polls = 'calendar_polls'

/** Polls are meaningless for other data: the server polls again right away. */
const ofCalendar = [polls, 'busy_times']

/**
 * Tables that last a day, contain nothing about appointments, or would let a copy open the desk or reach its devices.
 */
const notCopied = new Set([
  polls,
  'heartbeat',
  'request_counts',
  'retention',
  'seats',
  'visitors',
  ...['sign_in_links', 'sign_in_emails', 'sessions', 'refresh_tokens', 'secrets'],
  ...['push_subscriptions', 'push_deliveries'],
])

export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty'
}

type Source = Pick<Engine, 'db' | 'snapshot'>

const namesOf = async (db: Db) => new Set((await db.introspection.getTables()).map(({ name }) => name))

/**
 * The tables to copy, appointments first because others refer to them. Tables missing from `to` belong to another
 * program.
 */
async function tablesToCopy(from: Source, to: Engine): Promise<string[]> {
  const known = (await namesOf(from.db)).intersection(await namesOf(to.db))
  const others = known.difference(new Set([...notCopied, 'appointments']))
  return ['appointments', ...[...others].sort()]
}

async function rowsOf(db: Db, table: string): Promise<Row[]> {
  const rows = await db.withTables<AnyTables>().selectFrom(table).selectAll().execute()
  if (table !== 'jobs') return rows
  return rows.sort((a, b) => Number(a.id) - Number(b.id)).map(({ id: _number, ...row }) => row)
}

function digest(rows: readonly Row[]): string {
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
  return createHash('sha256').update(texts.sort().join('\n')).digest('hex')
}

const seatsMax = 2 ** 31 - 1

/**
 * Copies a database as of one moment, and compares the result.
 * @throws {DatabaseNotEmpty} unless `replace` is true. After any error, `to` is unchanged
 */
export async function copyDatabase(from: Source, to: Engine, replace = false) {
  const tables = await tablesToCopy(from, to)
  const content = await from.snapshot(async (db) => {
    const copied: { table: string; rows: Row[] }[] = []
    for (const table of tables) copied.push({ table, rows: await rowsOf(db, table) })
    return copied
  })
  return to.write(async (transaction) => {
    const target = transaction.withTables<AnyTables>()
    const outdated = replace ? [polls, ...tables.toReversed()] : ofCalendar
    for (const table of outdated) await target.deleteFrom(table).execute()
    for (const table of tables) {
      const [row] = await target.selectFrom(table).selectAll().limit(1).execute()
      if (row) throw new DatabaseNotEmpty()
    }
    const usual = await sql<{ count: number }>`select count from seats where id = 1`.execute(transaction)
    // Appointments keep their seats, even if the owner now has fewer fitters.
    await setSeats(transaction, seatsMax)
    for (const { table, rows } of content) {
      await runInBatches(rows, (batch) => target.insertInto(table).values(batch).execute())
      if (digest(await rowsOf(transaction, table)) !== digest(rows)) {
        throw new Error(`The table ${table} has not arrived as it was.`)
      }
    }
    await setSeats(transaction, usual.rows[0]?.count ?? 1)
    return content.map(({ table, rows }) => ({ table, rows: rows.length }))
  })
}
