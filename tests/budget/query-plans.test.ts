import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { clientFields } from '../../bench/measure/load.ts'
import { appointmentInterval } from '../../booking/availability.ts'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/opening-hours.ts'
import { jobsOfAnonymizing, jobsOfPuttingBack } from '../../server/appointments/follow-up-jobs.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { openStores, type Stores } from '../../server/db/stores.ts'

const folder = mkdtempSync(join(tmpdir(), 'plans-'))
const file = join(folder, 'test.sqlite')
const asked = new Set<string>()
let storage: Stores

/** The stores, each method noting that it was called. */
function watched(stores: Stores, called: Set<string>): Stores {
  const notingCalls = (name: string, store: object) =>
    new Proxy(store, {
      get(target, key) {
        called.add(`${name}.${String(key)}`)
        return Reflect.get(target, key)
      },
    })
  const each = Object.entries(stores).map(([name, store]) => [
    name,
    typeof store === 'object' ? notingCalls(name, store) : store,
  ])
  return Object.fromEntries(each) as Stores
}

/** Every method of every store, in an order in which each finds something to do. */
async function useAll(stores: Stores): Promise<void> {
  const { appointments, changes, jobs, jobViews, events, syncedEvents, polls } = stores
  const nowEpochMs = Date.now()
  const lease = { nowEpochMs, endsAtMs: nowEpochMs + 1000 }
  const kinds = ['calendar-event', 'client-invitation'] as const
  const newJobs = kinds.map((kind) => ({ kind, dueAtMs: nowEpochMs }))
  const timesOf = (n: number) => {
    const consultation = appointmentInterval(clientFields(n), shop)
    return { consultation, occupied: consultation, capacity: 2, nowEpochMs, jobs: newJobs }
  }
  const book = async (n: number) => {
    const outcome = await appointments.book({
      ...{
        fields: clientFields(n),
        kind: 'consultation',
        by: 'client',
        note: '',
        idempotencyKey: '',
        network: 'n',
      },
      limits: { upcomingPerClient: 3, perNetwork: 10 },
      ...timesOf(n),
    })
    if (outcome.status !== 'booked') throw new Error(outcome.status)
    return outcome.appointment
  }
  const first = await book(0)
  const second = await book(1)
  await appointments.findById(first.id)
  await appointments.findByIds([first.id, second.id])
  await appointments.findByFields(first, first.startEpochMs)
  await appointments.findByAttendeeAndStart(first.email, first.startEpochMs)
  await appointments.occupiedDuring(first)
  await appointments.lastBookedAtMs(nowEpochMs)
  await appointments.organizerOf(first.id)

  const [job] = await jobs.claimDue(lease, 1, kinds)
  if (!job) throw new Error('Nothing is due.')
  await jobs.claim(second.id, 'calendar-event', lease)
  await jobs.state(first.id, 'calendar-event', nowEpochMs)
  job.leaseEndsAtMs = (await jobs.renew(job, lease)) ?? 0
  await jobs.postpone(job, nowEpochMs, 'error')
  await jobs.putBack(job, nowEpochMs)
  await jobs.fail(job, nowEpochMs, 'error')
  const since = { nowEpochMs, withinMs: nowEpochMs }
  await jobViews.queueAlert(job, 'trouble-mail', since, () => nowEpochMs)
  await jobViews.markAlerted(await jobViews.unfinished(nowEpochMs), nowEpochMs)
  await jobViews.retry(nowEpochMs, job.id)
  await jobs.nextDueAtMs(nowEpochMs, ['calendar-event'])
  await jobs.pullIn(nowEpochMs, nowEpochMs, ['client-reminder'])
  await jobs.complete(job, { outcome: 'delivered', reference: 'done' }, nowEpochMs)

  const change = { expectedSequence: 0, by: 'client', nowEpochMs } as const
  await changes.reschedule([{ id: first.id, ...change, to: clientFields(5), ...timesOf(5) }])
  await changes.cancel({ id: second.id, ...change, jobs: newJobs })
  await changes.findChange(first.id, 1)

  const event = { ...first, uid: 'u', sequence: 0, summary: '', description: '', location: '' }
  await events.put(event, nowEpochMs)
  await events.endingAfter(nowEpochMs)
  await events.remove('u')
  const uid = eventUid(first.id, shopDomain)
  const syncedEvent = { ...first, uid, suspectedChange: null, suspectedAtMs: null, rejections: 0 }
  await syncedEvents.record('c', syncedEvent)
  await syncedEvents.find('c', uid)
  await syncedEvents.endingAfter('c', nowEpochMs)
  await syncedEvents.reject('c', syncedEvent, first, first, 'taken', newJobs)
  await polls.findRejection('c', uid)
  await polls.findRestored('c', uid)
  await syncedEvents.restore('c', syncedEvent, first, newJobs, nowEpochMs)
  await syncedEvents.suspect('c', [syncedEvent], 'on-hold', nowEpochMs)
  await polls.queueNotice('c', since, () => true)
  const findings = await polls.findings('c', nowEpochMs)
  await polls.markAlerted('c', { ...findings, isOld: true }, nowEpochMs)
  await polls.putBack('c', (kind) => jobsOfPuttingBack(kind, nowEpochMs))
  await polls.confirm('c')
  await polls.takeLease('c', nowEpochMs, 60_000, true)
  await polls.addBusy('c', [first])
  await polls.finish('c', { polledAtMs: null }, [first], 0, nowEpochMs)
  await polls.hastenJobs(nowEpochMs)
  await polls.keepOnly('c')
  await stores.blockedTimes.busyDuring(first)
  await stores.visitors.see('v', nowEpochMs, nowEpochMs)
  await stores.visitors.countSince(nowEpochMs, nowEpochMs)
  await stores.manageTokens.add('hash', first.id, nowEpochMs)
  await stores.manageTokens.open('hash', nowEpochMs)
  const like = { id: first.id, sinceMs: 0, nowEpochMs }
  for (const by of ['network', 'email', 'phone'] as const) await stores.similarBookings.count({ ...like, by })
  await stores.similarBookings.surgeAt(first.id)
  await stores.similarBookings.addAlert(first.id, () => true, nowEpochMs)
  await stores.similarBookings.findAlert(nowEpochMs)
  await changes.undo({ ...like, by: 'network', jobs: [], silentJobs: [] })
  await stores.clients.endedBefore(nowEpochMs)
  await stores.clients.appointmentsOf({ email: second.email })
  await stores.clients.appointmentsOf({ phone: second.phone })
  await stores.clients.appointmentsOf({ id: second.id })
  await stores.clients.awaitingEmail([second.id])
  await stores.clients.anonymize([second.id], nowEpochMs, jobsOfAnonymizing(nowEpochMs))
  await stores.clients.anonymizedAmong([second.id])
  await stores.clients.purge()
  await stores.clients.readClock(() => ({ readAtMs: nowEpochMs, agreedMs: null }))
  await stores.requestCounts.add('key', nowEpochMs)
  const { blockedTimes, hours, notes, ownerViews } = stores
  const write = { nowEpochMs, jobs: [{ kind: 'closure-event' as const, dueAtMs: nowEpochMs }] }
  const times = { from: '2026-12-01T10:00', to: '2026-12-01T11:00' }
  const blocked = await blockedTimes.block({ ...times, ...first, reason: '' }, write)
  await blockedTimes.move(blocked.id, { ...times, ...second })
  await blockedTimes.during(first)
  await blockedTimes.findByIds([blocked.id])
  await jobs.claimDue(lease, 8, ['closure-event'])
  await blockedTimes.unblock(blocked.id, write)
  await hours.change(shop.opening, (before) => before, nowEpochMs)
  await hours.find()
  const noted = { id: first.id, expectedSequence: 1 }
  await notes.setAttendance(noted, 'came', nowEpochMs)
  await notes.setNote(noted, 'note')
  const year = { startEpochMs: 0, endEpochMs: 1e14 }
  await ownerViews.agenda(year, nowEpochMs)
  await ownerViews.confirmedDuring(first, nowEpochMs)
  await ownerViews.find(first.id, nowEpochMs)
  await ownerViews.clients(() => true, 10, nowEpochMs)
  await ownerViews.countedDuring(year)
  await ownerViews.overdue(nowEpochMs + 120_000)
  const { sessions, secrets } = stores
  await sessions.noteEmail('a', { atOnce: 3, everyMs: 1 }, nowEpochMs)
  await sessions.addLink('link', 'a', nowEpochMs + 1, nowEpochMs)
  await sessions.begin('link', 'session', 'token', nowEpochMs)
  await sessions.refresh('token', 'next', { graceSinceMs: 0, usedSinceMs: 0 }, nowEpochMs)
  await sessions.find('session', 0)
  await sessions.opens('next', nowEpochMs)
  await sessions.hasBegun()
  await sessions.end('local', 'session', nowEpochMs)
  await secrets.keep('name', async () => 'secret')
}

const called = new Set<string>()

beforeAll(async () => {
  const prepare = DatabaseSync.prototype.prepare
  storage = await openStores(await openSqlite(file, 2))
  // From here on, after the schema has been made.
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, ...args) {
    asked.add(args[0])
    return prepare.apply(this, args)
  })
  await useAll(watched(storage, called))
  vi.restoreAllMocks()
})

afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true })
})

/** Tables that hold a day, the owner's calendar, or the owner's devices; all others grow with the number of clients. */
const small = [
  ...['opening_hours', 'seats', 'retention', 'heartbeat', 'secrets', 'calendar_polls'],
  ...['busy_times', 'sessions', 'sign_in_links', 'sign_in_emails'],
]

/** Runs one query on the database past the stores. */
function rowsOf(query: string) {
  using database = new DatabaseSync(file)
  return database.prepare(query).all()
}

function growingTables(): Set<string> {
  const names = rowsOf("select name from sqlite_schema where type = 'table'").map(({ name }) => String(name))
  for (const name of small) expect(names).toContain(name)
  return new Set(names.filter((name) => !small.includes(name) && !/^(sqlite|kysely)_/.test(name)))
}

const planOf = (query: string) => rowsOf(`explain query plan ${query}`).map(({ detail }) => String(detail))

/** Unfinished jobs and alerts have small indexes of their own. */
const smallIndex = /USING (COVERING )?INDEX jobs_(by_due|trouble|calendar_notice|booking_alert|failed)/

/** The steps of a query that read a growing table from end to end. */
const scans = (query: string, growing: ReadonlySet<string>) =>
  planOf(query)
    .filter((detail) => growing.has(/^SCAN (\w+)/.exec(detail)?.[1] ?? '') && !smallIndex.test(detail))
    // The newest row by its key: the read ends at the first.
    .filter((detail) => !(detail.includes('USING INDEX') && /limit/i.test(query)))

describe('the queries of the stores', () => {
  it('are all looked at here', () => {
    for (const [name, store] of Object.entries(storage)) {
      if (typeof store !== 'object') continue
      for (const method of Object.keys(store)) expect(called).toContain(`${name}.${method}`)
    }
    expect(asked.size).toBeGreaterThan(30)
  })

  it('find their rows by an index, however many there are', () => {
    const reading = [...asked].filter((query) => /^(select|update|delete|with|insert)/i.test(query))
    const growing = growingTables()
    const found = reading.flatMap((query) => scans(query, growing).map((detail) => `${detail}: ${query}`))
    expect(found).toEqual([])
  })

  it('are planned once, not at each run for another limit', () => {
    expect([...asked].filter((query) => /limit \?/i.test(query))).toEqual([])
  })

  it('leave no sorting of a growing table to be done', () => {
    const limited = [...asked].filter((query) => /limit/i.test(query))
    const sorting = limited.filter((query) => planOf(query).some((step) => step.includes('USE TEMP B-TREE')))
    expect(sorting).toEqual([])
  })
})
