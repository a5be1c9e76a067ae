import { setTimeout as sleep } from 'node:timers/promises'
import { bookingRequest, newClients } from '../measure/booking-request.ts'
import { runLoad } from '../measure/load.ts'
import { type ServerProcess, startShop } from '../measure/server-process.ts'
import { median } from '../measure/statistics.ts'
import { allowed, msWords, type Row } from '../report/row.ts'

const starts = 3
const idleMib = 100
const loadMib = 150
const togetherMib = 200
const afterwardsMib = 120
const afterwardsMs = 60_000
const startMs = 1000

/** From the start of the process to the first byte of the page. */
async function startToAnswer(): Promise<number> {
  const began = performance.now()
  const shop = await startShop()
  await (await fetch(`${shop.url}/`)).arrayBuffer()
  const ms = performance.now() - began
  await shop.stop()
  return ms
}

/** What it occupies at most while this goes on, MiB. */
async function highestDuring(shop: ServerProcess, work: Promise<unknown>): Promise<number> {
  let highest = 0
  const watch = setInterval(() => {
    highest = Math.max(highest, shop.residentMib())
  }, 50)
  await work
  clearInterval(watch)
  return highest
}

/** Resident memory at rest and under load, and how soon a started server answers. */
export async function measureMemory(): Promise<Row[]> {
  const started: number[] = []
  for (let start = 0; start < starts; start++) started.push(await startToAnswer())

  const shop = await startShop()
  await sleep(3000)
  const idle = shop.residentMib()
  const nextBody = newClients()
  const bookings = { url: shop.url, seconds: 8, connections: 20, request: bookingRequest, nextBody }
  const pages = {
    url: shop.url,
    seconds: 8,
    connections: 64,
    request: { path: '/', headers: { 'accept-encoding': 'br' } },
  }
  const booking = await highestDuring(shop, runLoad(bookings))
  const together = await highestDuring(shop, Promise.all([runLoad(bookings), runLoad(pages)]))
  await sleep(afterwardsMs)
  const afterwards = shop.residentMib()
  await shop.stop()

  const mib = (value: number) => `${Math.round(value)} MiB`
  return [
    allowed('resident memory at rest', idle, idleMib, mib),
    allowed('resident memory while bookings come in and mails go out', booking, loadMib, mib),
    allowed('resident memory while pages are asked for as well', together, togetherMib, mib),
    allowed('resident memory a minute later', afterwards, afterwardsMib, mib),
    allowed('start to first answer', median(started), startMs, msWords),
  ]
}
