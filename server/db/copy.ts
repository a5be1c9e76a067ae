import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { forAll } from './compiled-query.ts'
import type { Engine } from './engine.ts'
import { setSeats } from './rows.ts'
import type { Db } from './schema.ts'

type Row = Record<string, unknown>

type AnyTables = Record<string, Row>

const readings = 'calendar_polls'

/** What was read of a calendar is not true any more of another content: it is read anew at once. */
const ofCalendar = [readings, 'busy_times']

/** What is gone within a day, says nothing of appointments, or would open the desk to whoever has the copy. */
const notKept = new Set([
  readings,
  'heartbeat',
  'request_counts',
  'retention',
  'seats',
  'visitors',
  ...['sign_in_links', 'sign_in_emails', 'sessions', 'refresh_tokens', 'secrets'],
])

export interface CopiedTable {
  table: string
  rows: number
}

/** The database was not empty, and nothing was written. */
export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty'
}

const namesOf = async (db: Db) => new Set((await db.introspection.getTables()).map(({ name }) => name))

/**
 * The tables that hold what must not be lost; others refer to appointments, which therefore come first. What `to`
 * doesn't have belongs to another program that uses the same database.
 */
async function keptTables(from: Engine, to: Engine): Promise<string[]> {
  const known = await namesOf(to.db)
  const names = [...(await namesOf(from.db))].filter((name) => known.has(name) && !notKept.has(name))
  const others = names.filter((name) => name !== 'appointments').sort()
  return ['appointments', ...others]
}

/** The rows without the numbers that the jobs give their rows: each database numbers its own. */
async function rowsOf(db: Db, table: string): Promise<Row[]> {
  const rows = await db.withTables<AnyTables>().selectFrom(table).selectAll().execute()
  if (table !== 'jobs') return rows
  return rows.sort((a, b) => Number(a.id) - Number(b.id)).map(({ id: _number, ...row }) => row)
}

/** One text for the same rows, in whatever order and by whatever engine they are told. */
function digest(rows: readonly Row[]): string {
  const texts = rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))))
  return createHash('sha256').update(texts.sort().join('\n')).digest('hex')
}

/** More than any shop has fitters. */
const seatsMost = 2 ** 31 - 1

/**
 * Copies everything that must not be lost, as it was at one moment, and compares what has arrived.
 *
 * @param replace - whether what is in `to` gives way; otherwise `to` must be empty
 * @throws {DatabaseNotEmpty} and then, as with any other error, `to` is as it was
 */
export async function copyDatabase(from: Engine, to: Engine, replace = false): Promise<CopiedTable[]> {
  const tables = await keptTables(from, to)
  const content = await from.snapshot(async (db) => {
    const copied: { table: string; rows: Row[] }[] = []
    for (const table of tables) copied.push({ table, rows: await rowsOf(db, table) })
    return copied
  })
  return to.write(async (transaction) => {
    const target = transaction.withTables<AnyTables>()
    const outdated = replace ? [readings, ...tables.toReversed()] : ofCalendar
    for (const table of outdated) await target.deleteFrom(table).execute()
    for (const table of tables) {
      const [row] = await target.selectFrom(table).selectAll().limit(1).execute()
      if (row) throw new DatabaseNotEmpty()
    }
    const usual = await sql<{ count: number }>`select count from seats where id = 1`.execute(transaction)
    // An appointment keeps its seat, even where the owner has fewer fitters now than when it was booked.
    await setSeats(transaction, seatsMost)
    for (const { table, rows } of content) {
      await forAll(rows, (some) => target.insertInto(table).values(some).execute())
      if (digest(await rowsOf(transaction, table)) !== digest(rows)) {
        throw new Error(`The table ${table} has not arrived as it was.`)
      }
    }
    await setSeats(transaction, usual.rows[0]?.count ?? 1)
    return content.map(({ table, rows }) => ({ table, rows: rows.length }))
  })
}
