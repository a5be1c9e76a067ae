import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SMTPServerOptions } from 'smtp-server'
import { beforeEach, describe, expect, it } from 'vitest'
import { alertEveryMs } from '../../server/jobs/alerts.ts'
import { freePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { listenForMail, openMailServer } from './support/mail-server.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'

beforeEach(pollOften)

const jobsCommand = (shop: OpenShop, ...words: string[]) =>
  runCommand('jobs', words, { DATA_DIR: shop.dataDir, ...atTestNoon }, shop.folder)

/** Lets jobs have failed that often, and the next attempt be due. */
function failedBefore(shop: OpenShop, kind: string, attempts: number): void {
  shop
    .file()
    .prepare("update jobs set attempts = ?, due_at_ms = 0 where kind = ? and status = 'pending'")
    .run(attempts, kind)
}

const rowOf = (shop: OpenShop, kind: string) =>
  shop.file().prepare('select * from jobs where kind = ? order by id').get(kind)

const untilFailed = (shop: OpenShop, kind: string, attempts = 1) =>
  until(() => {
    const row = rowOf(shop, kind)
    return Number(row?.attempts) >= attempts && row?.last_error !== null && row?.leased_until_ms === null
  })

const untilAlerted = (shop: OpenShop, kind: string) => until(() => rowOf(shop, kind)?.alerted_at_ms !== null)

const feedOf = async (shop: OpenShop) => (await shop.feed()).replace(/\r\n /g, '')

const alertsIn = async (shop: OpenShop) =>
  (await feedOf(shop)).match(/SUMMARY:Emails aren’t going out/g)?.length ?? 0

async function shopWithoutMail({ now } = openClock()) {
  const port = await freePort()
  const shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now })
  await shop.book(ann)
  await untilFailed(shop, 'client-invitation')
  return { shop, port }
}

const calendarAway = async () => ({
  CALDAV_URL: `http://127.0.0.1:${await freePort()}/business/`,
  CALDAV_USERNAME: 'tailor',
  CALDAV_PASSWORD: 'secret',
})

describe('emails that keep failing', () => {
  it('cause one alert in the calendar, another six hours later if more fail, and are still retried', async () => {
    const clock = openClock()
    const { shop } = await shopWithoutMail(clock)
    failedBefore(shop, 'client-invitation', 6)
    await untilFailed(shop, 'client-invitation', 7)
    expect(await alertsIn(shop)).toBe(0)
    failedBefore(shop, 'client-invitation', 7)
    await untilAlerted(shop, 'client-invitation')
    const feed = await feedOf(shop)
    expect(feed).toContain('SUMMARY:Emails aren’t going out: 1 email is waiting')
    expect(feed).toContain('The client’s confirmation for Thursday\\, December 3\\, 2026 at 10:00 AM')
    expect(feed).not.toContain(ann.email.toUpperCase())
    failedBefore(shop, 'client-invitation', 8)
    await untilFailed(shop, 'client-invitation', 9)
    expect(await alertsIn(shop)).toBe(1)
    expect(rowOf(shop, 'trouble-event')).toMatchObject({ attempts: 1 })
    expect(rowOf(shop, 'client-invitation')?.finished_at_ms).toBeNull()

    await until(() => rowOf(shop, 'trouble-event')?.finished_at_ms !== null)
    const alertedAtMs = Number(rowOf(shop, 'trouble-event')?.finished_at_ms)
    // As the clock of another process that is behind.
    clock.wind(-30_000)
    failedBefore(shop, 'business-notification', 7)
    await until(() => rowOf(shop, 'trouble-event')?.due_at_ms === alertedAtMs + alertEveryMs)
    clock.wind(alertEveryMs + 31_000)
    await untilAlerted(shop, 'business-notification')
    expect(await alertsIn(shop)).toBe(2)
    expect(await feedOf(shop)).toContain('SUMMARY:Emails aren’t going out: 2 emails are waiting')
    expect(await feedOf(shop)).toContain('Your notification for Thursday')
  })
})

describe('a delayed alert', () => {
  const meanwhileMs = 30 * 60_000
  const waiting =
    "select appointment_id from jobs where kind = 'trouble-event' and status = 'pending' and attempts = 0"

  /** One alert was sent, and another waits for the first appointment, while emails of a second also fail. */
  async function withAlertWaiting() {
    const clock = openClock()
    const { shop } = await shopWithoutMail(clock)
    const desk = await atDesk(shop)
    failedBefore(shop, 'client-invitation', 7)
    await untilAlerted(shop, 'client-invitation')
    failedBefore(shop, 'business-notification', 7)
    await until(() => shop.file().prepare(waiting).get() !== undefined)
    await shop.book({ ...ann, appointment_date: '2026-12-04' })
    clock.wind(meanwhileMs)
    const { appointment_id: id } = shop.file().prepare(waiting).get() ?? {}
    const { error } = await desk.rpc('cancel_appointment', { id, sequence: 0, message: '' })
    expect(error).toBeNull()
    return { clock, shop }
  }

  async function secondIsStuck(shop: OpenShop) {
    failedBefore(shop, 'client-invitation', 7)
    const query = "select * from jobs where kind = 'client-invitation' and status = 'pending'"
    const pending = shop.file().prepare(query)
    await until(() => pending.all().every((row) => Number(row.attempts) >= 8 && row.leased_until_ms === null))
  }

  it('is not superseded when its appointment changes', async () => {
    const { clock, shop } = await withAlertWaiting()
    await secondIsStuck(shop)
    clock.wind(alertEveryMs + 1 - meanwhileMs)
    await until(async () => (await alertsIn(shop)) === 2)
  })

  it('with nothing left to report does not delay the next one', async () => {
    const { clock, shop } = await withAlertWaiting()
    clock.wind(alertEveryMs + 1 - meanwhileMs)
    const told = "select 1 from jobs where kind = 'trouble-event' and outcome = 'nothing-to-report'"
    await until(() => shop.file().prepare(told).get() !== undefined)
    await secondIsStuck(shop)
    await until(async () => (await alertsIn(shop)) === 2)
  })
})

describe('a calendar that keeps failing', () => {
  it('causes one email to the owner, and another when it fails again', async () => {
    const clock = openClock()
    const shop = await openShop({ now: clock.now, env: await calendarAway() })
    await shop.book(ann)
    await untilFailed(shop, 'calendar-event')
    failedBefore(shop, 'calendar-event', 7)
    await until(async () => (await shop.mails('trouble-mail')).length === 1)
    const [mail] = await shop.mails('trouble-mail')
    expect(mail?.subject).toBe('We can’t reach your calendar: 1 entry is waiting')
    expect(mail?.text).toContain('Calendar entry for Thursday, December 3, 2026 at 10:00 AM')
    expect(mail?.text).toContain('npm run doctor')
    await untilAlerted(shop, 'calendar-event')
    failedBefore(shop, 'calendar-event', 8)
    await untilFailed(shop, 'calendar-event', 9)
    expect(rowOf(shop, 'trouble-mail')).toMatchObject({ attempts: 1 })
    const files = () => readdirSync(join(shop.dataDir, 'mail')).filter((name) => name.includes('trouble'))
    expect(files()).toHaveLength(1)

    await jobsCommand(shop, 'retry')
    clock.wind(alertEveryMs + 1)
    failedBefore(shop, 'calendar-event', 7)
    await untilAlerted(shop, 'calendar-event')
    // Email apps show two emails with one Message-ID as one.
    expect(files()).toHaveLength(2)
  })
})

describe('a database that is away right after an alert', () => {
  it('causes no second alert', async () => {
    const port = await freePort()
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, ...(await calendarAway()) }
    const shop = await openShop({ env })
    const other = shop.file()
    let told = 0
    const onData: SMTPServerOptions['onData'] = (stream, _session, done) => {
      stream
        .toArray()
        .then((chunks) => {
          if (/^Subject: .*reach/m.test(Buffer.concat(chunks).toString())) {
            if (told === 0) other.exec('begin immediate')
            told += 1
          }
          done()
        })
        .catch(done)
    }
    await listenForMail({ onData }, port)
    await shop.book(ann)
    await untilFailed(shop, 'calendar-event')
    failedBefore(shop, 'calendar-event', 7)
    await until(() => told === 1)
    // What is to be noted meanwhile waits in vain.
    for (const appointment_time of ['14:00', '15:00'])
      expect((await shop.postForm({ ...ann, appointment_time })).status).toBe(503)
    other.exec('rollback')
    await until(() => rowOf(shop, 'trouble-mail')?.finished_at_ms !== null)
    expect([told, rowOf(shop, 'trouble-mail')?.attempts]).toEqual([1, 1])
    expect(rowOf(shop, 'calendar-event')?.alerted_at_ms).not.toBeNull()
  })
})

describe('npm run jobs', () => {
  it('lists unfinished jobs without the client’s data, and retries one or all', async () => {
    const { shop, port } = await shopWithoutMail()
    await untilFailed(shop, 'business-notification')
    const { code, output } = await jobsCommand(shop)
    expect(code).toBe(0)
    expect(output).toMatch(/client-invitation {2}for Thursday, December 3, 2026 at 10:00 AM, Dallas time/)
    expect(output).toMatch(/tried \d+ times?, last error: ECONNREFUSED; next attempt \w+day, .* Dallas time/)
    expect(output).toContain('booked Tuesday, December 1, 2026 at 12:00 PM, Dallas time')
    expect(output).toContain('Reminders scheduled: 1.')
    expect(output).not.toContain('client-reminder')
    for (const personal of [ann.full_name, ann.email, ann.phone]) expect(output).not.toContain(personal)

    // As after a day of failures.
    const farMs = Date.now() + 365 * 24 * 3_600_000
    shop.file().prepare('update jobs set due_at_ms = ? where last_error is not null').run(farMs)
    const received = await openMailServer(port)
    const one = await jobsCommand(shop, 'retry', String(rowOf(shop, 'client-invitation')?.id))
    expect(one).toMatchObject({ code: 0, output: expect.stringContaining('The server will retry 1 now') })
    await until(() => received.length === 1)
    expect((await jobsCommand(shop, 'retry')).output).toContain('The server will retry 1 now')
    await until(() => received.length === 2)
    expect((await jobsCommand(shop, 'retry')).output).toContain('Nothing to retry')
    expect(rowOf(shop, 'client-reminder')).toMatchObject({ attempts: 0, finished_at_ms: null })
  })

  it('prints its usage', async () => {
    const shop = await openShop()
    const commands = [['mend'], ['retry', 'x'], []].map((words) => jobsCommand(shop, ...words))
    const usage = { code: 2, output: expect.stringContaining('Usage: npm run jobs') }
    const nothing = { code: 0, output: expect.stringContaining('Nothing is pending') }
    expect(await Promise.all(commands)).toMatchObject([usage, usage, nothing])
  })
})
