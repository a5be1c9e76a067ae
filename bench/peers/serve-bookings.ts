/**
 * The ceiling for bookings: the platform's HTTP server and SQLite with nothing between them. It stores the same row
 * as durably, many waiting rows in one commit, and answers with it. It checks nothing and owes nobody anything.
 */
import { randomUUIDv7 } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fieldNames } from '../../booking/fields.ts'

const folder = process.env.DATA_DIR ?? '.'
mkdirSync(folder, { recursive: true })
const database = new DatabaseSync(join(folder, 'bare.sqlite'))
database.exec('pragma journal_mode = wal')
database.exec('pragma synchronous = full')
const columns = ['id', ...fieldNames, 'created_at_ms']
database.exec(
  `create table appointments (id text primary key not null, ${columns.slice(1).join(' any, ')} any) strict`,
)
const insert = database.prepare(
  `insert into appointments (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
)

let waiting: { fields: Record<string, string>; response: ServerResponse }[] = []

function commitAll(): void {
  const group = waiting
  waiting = []
  database.exec('begin immediate')
  const rows = group.map(({ fields, response }) => {
    const id = randomUUIDv7()
    const createdAtMs = Date.now()
    insert.run(id, ...fieldNames.map((name) => fields[name] ?? null), createdAtMs)
    return { response, row: { ...fields, id, created_at: new Date(createdAtMs).toISOString() } }
  })
  database.exec('commit')
  for (const { response, row } of rows) {
    response.writeHead(201, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(row))
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
