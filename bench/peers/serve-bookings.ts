/**
 * The ceiling for bookings: node:http and node:sqlite with nothing in between. It runs a booking's statements in the same
 * tables, as durably, and commits many bookings together. It validates nothing and runs no jobs. The benchmark turns the
 * limits off, so neither server counts a network's bookings.
 */
import { randomUUIDv7 } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AppointmentFields } from '../../booking/appointment.ts'
import { appointmentInterval } from '../../booking/availability.ts'
import { scheduledKinds } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { openSqlite } from '../../server/db/sqlite.ts'

const file = join(process.env.DATA_DIR ?? '.', 'bare.sqlite')
const { close } = await openSqlite(file, { seats: shop.opening.capacity })
await close()
const database = new DatabaseSync(file)
database.exec('pragma journal_mode = wal')
database.exec('pragma synchronous = full')

const openingHours = database.prepare('select opening from opening_hours')
const overlapping = database.prepare(
  `select * from appointments where status = 'confirmed' and start_ms < ? and start_ms > ? and occupied_until_ms > ?`,
)
const closed = database.prepare(
  `select start_ms, end_ms from busy_times where start_ms < ? and end_ms > ?
   union all select start_ms, end_ms from blocked_times where status = 'confirmed' and start_ms < ? and end_ms > ?`,
)
const insert = database.prepare(
  `insert into appointments (full_name, email, phone, appointment_date, appointment_time, referral_source, kind, id,
   created_at_ms, seat, start_ms, end_ms, occupied_until_ms, status, sequence, attendance, booked_by, booked_from,
   organizer, note, mailbox, phone_key, idempotency_key, anonymized_at_ms)
   values (${Array(24).fill('?').join(', ')})`,
)
const jobKinds = ['calendar-event', 'business-notification', 'client-invitation', ...scheduledKinds]
const insertJobs = database.prepare(
  `insert into jobs (appointment_id, blocked_time_id, kind, sequence, due_at_ms)
   values ${jobKinds.map(() => '(?, ?, ?, ?, ?)').join(', ')}`,
)
/** The load comes from a loopback address, which belongs to no network. */
const network = null
const organizer = 'appointments@example.com'
const dayMs = 86_400_000

/** @returns the row as the server answers it, or null if the time is taken */
function book(fields: AppointmentFields) {
  const { startEpochMs, endEpochMs } = appointmentInterval(fields, shop)
  if (overlapping.all(endEpochMs, startEpochMs - dayMs, startEpochMs).length > 0) return null
  if (closed.all(endEpochMs, startEpochMs, endEpochMs, startEpochMs).length > 0) return null
  const id = randomUUIDv7()
  const createdAtMs = Date.now()
  const { full_name, email, phone, appointment_date, appointment_time, referral_source } = fields
  insert.run(
    ...[full_name, email, phone, appointment_date, appointment_time, referral_source, 'consultation', id],
    ...[createdAtMs, 0, startEpochMs, endEpochMs, endEpochMs, 'confirmed', 0, null, 'client', network],
    ...[organizer, '', email, phone, '', null],
  )
  insertJobs.run(...jobKinds.flatMap((kind) => [id, null, kind, 0, createdAtMs]))
  return { ...fields, id, created_at: new Date(createdAtMs).toISOString() }
}

let waiting: { fields: AppointmentFields; response: ServerResponse }[] = []

function commitAll(): void {
  const group = waiting
  waiting = []
  // Our server also reads the hours once for simultaneous requests.
  openingHours.all()
  database.exec('begin immediate')
  const rows = group.map(({ fields, response }) => ({ response, row: book(fields) }))
  database.exec('commit')
  for (const { response, row } of rows) {
    response.writeHead(row ? 201 : 409, { 'content-type': 'application/json; charset=utf-8' })
    response.end(JSON.stringify(row))
  }
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    if (waiting.length === 0) setImmediate(commitAll)
    waiting.push({ fields: JSON.parse(body), response })
  })
})

server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`http://localhost:${port}`)
})
process.once('SIGTERM', () => process.exit(0))
