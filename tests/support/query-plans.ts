import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect } from 'vitest'

/** Tables that hold a day, the owner's calendar, or the owner's devices. All others grow with the number of clients. */
const small = [
  ...['opening_hours', 'seats', 'retention', 'heartbeat', 'secrets', 'calendar_polls'],
  ...['busy_times', 'sessions', 'sign_in_links', 'sign_in_emails'],
  ...['push_subscriptions', 'push_deliveries'],
]
/** Pending jobs and alerts have their own small indexes. */
const smallIndex = /USING (COVERING )?INDEX jobs_(by_due|trouble|calendar_notice|booking_alert|failed)/
/** Runs once at startup, for a copy of everything, or in tests: the server's own queries list the columns of jobs. */
const exempt = [
  /^select ("uid"|distinct "kind") /,
  /^(select \*|delete) from "\w+"( limit \?)?$/,
  /^select \* from "jobs" /,
]
/** Kysely quotes the server's identifiers. The tests' own statements have no quotes. */
const ofServer = /^(select|update|delete|with|insert)\b.*"/is

let hasOpened = false
const asked = new Set<string>()
const slow = new Set<string>()
const { prepare } = DatabaseSync.prototype

/** Why a query gets slower with more clients. */
function reasonsIn(database: DatabaseSync, query: string): string[] {
  const rowsOf = (sql: string, column: string) =>
    prepare
      .call(database, sql)
      .all()
      .map((row) => String(row[column]))
  const tables = rowsOf("select name from sqlite_schema where type = 'table'", 'name')
  const growing = new Set(tables.filter((name) => !small.includes(name) && !/^(sqlite|kysely)_/.test(name)))
  const isLimited = /limit/i.test(query)
  const plan = rowsOf(`explain query plan ${query}`, 'detail')
  const scans = plan
    .filter((step) => growing.has(/^SCAN (\w+)/.exec(step)?.[1] ?? '') && !smallIndex.test(step))
    // The newest row by its key: the read stops at the first.
    .filter((step) => !(step.includes('USING INDEX') && isLimited))
  const sorts = plan.filter((step) => isLimited && step.includes('USE TEMP B-TREE'))
  const replans = /limit \?/i.test(query) ? ['another plan for each limit'] : []
  return [...scans, ...sorts, ...replans]
}

DatabaseSync.prototype.prepare = function (query, ...options) {
  const statement = prepare.call(this, query, ...options)
  hasOpened ||= query.includes('kysely_migration')
  if (ofServer.test(query) && !exempt.some((pattern) => pattern.test(query)) && !asked.has(query)) {
    asked.add(query)
    for (const reason of reasonsIn(this, query)) slow.add(`${reason}: ${query}`)
  }
  return statement
}

afterAll(() => {
  DatabaseSync.prototype.prepare = prepare
  if (hasOpened) expect(asked.size).toBeGreaterThan(0)
  expect([...slow], 'queries that take longer the more clients there are').toEqual([])
})
