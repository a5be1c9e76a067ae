import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { atDesk, onlyAppointment } from './support/desk.ts'
import { type DatabaseItself, databaseSettings, engines } from './support/engines.ts'
import { ann, type OpenShop, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'

const bo = { ...ann, full_name: 'Bo Diaz', email: 'bo@example.com', appointment_time: '14:00' }

/** What a newer version does to the schema at its start, within the promise that it keeps to versions before it. */
async function upgrade({ run }: DatabaseItself): Promise<void> {
  for (const table of ['appointments', 'outbox', 'calendar_events', 'visit_tokens', 'appointment_changes']) {
    await run(`alter table ${table} add column newer_note text`)
    await run(`alter table ${table} add column newer_count integer not null default 7`)
  }
  await run(
    'create table newer_things (id integer primary key, appointment_id text references appointments (id))',
  )
  await run('create index newer_by_phone on appointments (phone)')
  await run(
    "insert into kysely_migration (name, timestamp) values ('9999-newer', '9999-12-31T18:00:00.000Z')",
  )
}

/** The token of the link in the newest confirmation to that client. */
async function tokenOf(shop: OpenShop, email: string): Promise<string> {
  const mailsToClient = async () =>
    (await shop.mails('client-invitation')).filter(({ to }) => to?.[0]?.address === email)
  await until(async () => (await mailsToClient()).length > 0)
  return /\?visit=([\w-]+)/.exec((await mailsToClient())[0]?.text ?? '')?.[1] ?? ''
}

const send = (shop: OpenShop, fields: Record<string, string>) =>
  fetch(`${shop.url}/`, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

/** Everything that the shop does with an appointment. */
async function bookMoveAndCancel(shop: OpenShop, fields: typeof ann, newTime: string): Promise<void> {
  const { appointment_date, appointment_time } = fields
  expect((await shop.book(fields)).status).toBe(201)
  expect((await shop.book(fields)).status).toBe(200)
  expect((await shop.book({ ...fields, full_name: 'Too Late' })).status).toBe(409)
  const visit = await tokenOf(shop, fields.email)
  const moved = { visit, sequence: '0', do: 'move', appointment_date, appointment_time: newTime }
  expect((await send(shop, moved)).status).toBe(303)
  expect(await shop.openTimes(appointment_date)).toContain(appointment_time)
  expect(await shop.openTimes(appointment_date)).not.toContain(newTime)
  expect(await (await fetch(`${shop.url}/?visit=${visit}`)).text()).toContain('name="sequence" value="1"')
  await until(async () => (await shop.feed()).includes('SEQUENCE:1'))
  expect((await send(shop, { visit, sequence: '1', do: 'cancel' })).status).toBe(303)
  expect(await shop.openTimes(appointment_date)).toContain(newTime)
  await until(async () => (await shop.feed()).includes('STATUS:CANCELLED'))
  expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
}

describe.each(engines)('a version that was started before, on %s', (engine) => {
  it('has left numbers with an extension under keys of their own, which the start of this one mends', async () => {
    const env = await databaseSettings(engine)
    const folder = temporaryFolder()
    const before = await openShop({ env, folder })
    expect((await before.book({ ...ann, phone: '(214) 555-0142' })).status).toBe(201)
    expect((await before.book({ ...bo, phone: '(214) 555-0142 ext. 5' })).status).toBe(201)
    const { run } = await before.database()
    await run("update appointments set phone_key = '1455501425' where phone like '%ext%'")
    await run("delete from kysely_migration where name = '0016-keys-without-extensions'")
    await before.close()

    await openShop({ env, folder })
    const rows = await run('select phone_key from appointments')
    expect(rows).toEqual(Array(2).fill({ phone_key: '2145550142' }))
  })
})

describe.each(engines)('a newer version that has changed the schema of %s', (engine) => {
  it('leaves this one at work, and lets it start again', async () => {
    const env = await databaseSettings(engine)
    const folder = temporaryFolder()
    const running = await openShop({ env, folder })
    expect((await running.book(ann)).status).toBe(201)
    await upgrade(await running.database())
    await bookMoveAndCancel(running, bo, '15:00')

    const lines: string[] = []
    const log = pino({}, { write: (line: string) => void lines.push(line) })
    const started = await openShop({ env, folder, log })
    expect(lines.filter((line) => line.includes('"newerMigrations":["9999-newer"]'))).toHaveLength(1)
    expect((await started.book(ann)).status).toBe(200)
    const cy = { ...bo, full_name: 'Cy Ode', email: 'cy@example.com', appointment_date: '2026-12-04' }
    await bookMoveAndCancel(started, cy, '15:00')
    const rows = await (await started.database()).run('select newer_note, newer_count from appointments')
    expect(rows).toEqual(Array(3).fill({ newer_note: null, newer_count: 7 }))
  })

  it('does itself what only it knows, however long that is overdue, and tells the owner itself', async () => {
    const shop = await openShop({ engine })
    expect((await shop.book(ann)).status).toBe(201)
    const { run } = await shop.database()
    await run(`insert into outbox (appointment_id, kind, sequence, due_at_ms, attempts, last_error)
      select id, 'client-survey', sequence, ${testNoon - msPerDay}, 9, 'SMTP_550' from appointments`)
    const desk = await atDesk(shop)
    expect(await onlyAppointment(desk)).toMatchObject({ owed: [], history: [] })
    // Whatever else is due is done.
    expect((await shop.book(bo)).status).toBe(201)
    await until(async () => (await shop.mails('client-invitation')).length === 2)
    expect(await shop.mails('trouble-mail')).toEqual([])
    const rows = await run("select attempts, done_at_ms from outbox where kind = 'client-survey'")
    expect(rows).toEqual([{ attempts: 9, done_at_ms: null }])
  })

  it('is not what an unknown change among the known ones is: with that, nothing starts', async () => {
    const env = await databaseSettings(engine)
    const folder = temporaryFolder()
    const shop = await openShop({ env, folder })
    const { run } = await shop.database()
    await run(`insert into kysely_migration (name, timestamp)
      select '0002-unknown', timestamp from kysely_migration where name = '0002-owners-calendar'`)
    await expect(openShop({ env, folder })).rejects.toThrow('corrupted migrations')
  })
})
