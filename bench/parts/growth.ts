import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobKinds } from '../../booking/job-kinds.ts'
import { shop as shopOfSite } from '../../booking/opening-hours.ts'
import { addDays } from '../../booking/time.ts'
import { createAppointments } from '../../server/appointments/service.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { createStores } from '../../server/db/stores.ts'
import { clientFields } from '../measure/client-fields.ts'
import { daysAheadOfGrowth, seats, seed } from '../measure/seed.ts'
import { median } from '../measure/statistics.ts'
import type { Row } from '../report/row.ts'

const sizes = [1_000, 100_000, 1_000_000] as const
const rounds = 60
const together = 20
const questions = 20
const turnSize = 8
const costMost = 1.3

const shop = { ...shopOfSite, opening: { ...shopOfSite.opening, capacity: seats } }
const today = new Date().toISOString().slice(0, 10)
const hours = ['09', '10', '11', '12', '13', '14', '15', '16', '17']

const oneOf = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T
const dateAhead = () => addDays(today, 2 + Math.floor(Math.random() * (daysAheadOfGrowth - 3)))

async function openShop(folder: string, count: number) {
  const file = join(folder, `${count}.sqlite`)
  await (await openSqlite(file, seats)).close()
  seed(file, count, Date.now())
  const storage = createStores(await openSqlite(file, seats))
  const desk = createAppointments({ ...storage, wakeOutbox: () => {}, shop, now: Date.now })
  let clients = count

  const minute = () => String(Math.floor(Math.random() * 60)).padStart(2, '0')
  const newClient = () => {
    clients += 1
    const appointment_time = oneOf(hours) === '17' ? '17:00' : `${oneOf(hours.slice(0, -1))}:${minute()}`
    return { ...clientFields(clients), appointment_date: dateAhead(), appointment_time }
  }

  return {
    close: () => storage.close(),
    /** Clients who book at the same moment, as in service. @returns microseconds for each */
    async book() {
      const bookings = Array.from({ length: together }, newClient)
      const began = performance.now()
      await Promise.all(bookings.map((fields) => desk.book(fields, 0)))
      return ((performance.now() - began) * 1000) / together
    },
    async openTimes() {
      const dates = Array.from({ length: questions }, dateAhead)
      const began = performance.now()
      for (const date of dates) await desk.openTimesOn(date)
      return ((performance.now() - began) * 1000) / questions
    },
    /** What is due is taken, and noted as done. @returns microseconds for each effect */
    async outboxTurn() {
      const nowEpochMs = Date.now()
      const began = performance.now()
      await storage.jobs.nextDueAtMs(nowEpochMs, jobKinds)
      const jobs = await storage.jobs.claimDue(
        { nowEpochMs, endsAtMs: nowEpochMs + 15_000 },
        turnSize,
        jobKinds,
      )
      await Promise.all(jobs.map((job) => storage.jobs.complete(job, 'done', nowEpochMs)))
      return ((performance.now() - began) * 1000) / jobs.length
    },
  }
}

/** The cost of the server's work on a small, a large and a very large table. */
export async function measureGrowth(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const shops: Awaited<ReturnType<typeof openShop>>[] = []
  for (const size of sizes) shops.push(await openShop(folder, size))
  const works = { book: 'a booking', openTimes: 'open_times', outboxTurn: 'an effect of the outbox' } as const
  const rows: Row[] = []
  for (const [work, words] of Object.entries(works) as [keyof typeof works, string][]) {
    const costs = sizes.map((): number[] => [])
    for (let round = 0; round < rounds; round++) {
      for (const [at, shop] of shops.entries()) costs[at]?.push(await shop[work]())
    }
    const medians = costs.map((samples) => median(samples.slice(rounds / 10)))
    const [small = Number.NaN] = medians
    for (const [at, size] of sizes.entries()) {
      const cost = medians[at] ?? Number.NaN
      if (at > 0) {
        rows.push({
          what: `${words} with ${size.toLocaleString('en-US')} appointments, beside 1,000`,
          ours: `${Math.round(cost)} µs`,
          beside: `${Math.round(small)} µs`,
          ratio: cost / small,
          goal: { atMost: costMost },
        })
      }
    }
  }
  for (const shop of shops) await shop.close()
  rmSync(folder, { recursive: true })
  return rows
}
