import { beforeEach, describe, expect, it } from 'vitest'
import { commands } from '#copy/terminal.ts'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { msPerHour } from '../../booking/time.ts'
import { createLease } from '../../server/db/jobs.ts'
import {
  alertEveryMs,
  findFailingJobs,
  queueCalendarNotice,
  queueFailureAlert,
} from '../../server/jobs/alerts.ts'
import { delivered } from '../../server/jobs/worker.ts'
import { getFreePort } from '../support/free-port.ts'
import { atDesk, createFrozenClock } from './support/desk.ts'
import { engines, type Row } from './support/engines.ts'
import { listenForMail, openMailServer, receive } from './support/mail-server.ts'
import { openQueue, type Queue } from './support/queue.ts'
import { runCommand, testClockEnv } from './support/run-command.ts'
import { ann, type OpenShop, openShop, testNoon, waitFor } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'

beforeEach(pollOften)

/** Its clock is an hour behind, so what it retries is due by the shop's frozen clock, however long the command takes. */
function jobsCommand(shop: OpenShop, ...words: string[]) {
  const clock = { ...testClockEnv, TEST_CLOCK_MS: String(testNoon - msPerHour) }
  return runCommand('jobs', words, { DATA_DIR: shop.dataDir, ...clock }, shop.folder)
}

const rowOf = (shop: OpenShop, kind: JobKind) =>
  shop.file().prepare('select * from jobs where kind = ? order by id').get(kind)

function untilRow(shop: OpenShop, kind: JobKind, isTrue: (row: Row) => boolean): Promise<void> {
  const rows = shop.file().prepare('select * from jobs where kind = ?')
  return waitFor(() => rows.all(kind).some(isTrue))
}

const untilAlerted = (shop: OpenShop, kind: JobKind) =>
  untilRow(shop, kind, (row) => row.alerted_at_ms !== null)

/** Waits until the pending jobs of that kind have failed that many times. */
function untilFailed(shop: OpenShop, kind: JobKind, attempts = 1): Promise<void> {
  const pending = shop.file().prepare("select * from jobs where kind = ? and status = 'pending'")
  return waitFor(() =>
    pending.all(kind).every((row) => Number(row.attempts) >= attempts && row.leased_until_ms === null),
  )
}

/** Fails the next attempt at jobs of that kind, which has that number. */
async function failAttempt(shop: OpenShop, kind: JobKind, attempt: number): Promise<void> {
  const running = "from jobs where kind = ?2 and status = 'pending' and leased_until_ms is not null"
  const update = shop.file().prepare(
    `update jobs set attempts = ?1, due_at_ms = 0
       where kind = ?2 and status = 'pending' and not exists (select 1 ${running})`,
  )
  await waitFor(() => update.run(attempt - 1, kind).changes > 0)
  await untilFailed(shop, kind, attempt)
}

async function alertsIn(shop: OpenShop): Promise<string[]> {
  const feed = (await shop.feed()).replace(/\r\n /g, '')
  return feed.split('BEGIN:VEVENT').filter((event) => event.includes('SUMMARY:Emails aren’t going out'))
}

/** Both emails about a booking failed once. */
async function shopWithoutMail() {
  const clock = createFrozenClock()
  const port = await getFreePort()
  const shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now: clock.now })
  await shop.book(ann)
  clock.pass(5000)
  for (const kind of ['client-invitation', 'business-notification'] as const) await untilFailed(shop, kind)
  return { shop, port, clock }
}

const calendarAway = async () => ({
  CALDAV_URL: `http://127.0.0.1:${await getFreePort()}/business/`,
  CALDAV_USERNAME: 'tailor',
  CALDAV_PASSWORD: 'secret',
})

describe('emails that keep failing', () => {
  it('trigger one alert in the calendar and another six hours later if more fail, and are still retried', async () => {
    const { shop, clock } = await shopWithoutMail()
    await failAttempt(shop, 'client-invitation', 7)
    expect(await alertsIn(shop)).toEqual([])
    await failAttempt(shop, 'client-invitation', 8)
    await untilAlerted(shop, 'client-invitation')
    const [alert, ...more] = await alertsIn(shop)
    expect(alert).toContain('SUMMARY:Emails aren’t going out: 1 email is waiting')
    expect(alert).toContain('The client’s confirmation for Thursday\\, December 3\\, 2026 at 10:00 AM')
    expect(alert).not.toContain(ann.email)
    await failAttempt(shop, 'client-invitation', 9)
    expect([...more, ...(await alertsIn(shop))]).toEqual([alert])
    expect(rowOf(shop, 'trouble-event')).toMatchObject({ attempts: 1 })

    await untilRow(shop, 'trouble-event', (row) => row.finished_at_ms !== null)
    const alertedAtMs = Number(rowOf(shop, 'trouble-event')?.finished_at_ms)
    // Like another process whose clock is behind.
    clock.pass(-30_000)
    await failAttempt(shop, 'business-notification', 8)
    await untilRow(shop, 'trouble-event', (row) => row.due_at_ms === alertedAtMs + alertEveryMs)
    clock.pass(alertEveryMs + 30_000)
    await untilAlerted(shop, 'business-notification')
    const [, second] = await alertsIn(shop)
    expect(second).toContain('SUMMARY:Emails aren’t going out: 2 emails are waiting')
    expect(second).toContain('Your notification for Thursday')
  })
})

describe('a delayed alert', () => {
  it('survives its appointment’s cancellation, and with nothing to report delays no other', async () => {
    const { shop, clock } = await shopWithoutMail()
    const desk = await atDesk(shop)
    await failAttempt(shop, 'client-invitation', 8)
    await untilAlerted(shop, 'client-invitation')
    await failAttempt(shop, 'business-notification', 8)
    await untilRow(shop, 'trouble-event', ({ status, attempts }) => status === 'pending' && attempts === 0)
    const id = rowOf(shop, 'trouble-event')?.appointment_id
    await shop.book({ ...ann, appointment_date: '2026-12-04' })
    const { error } = await desk.rpc('cancel_appointment', { id, sequence: 0, message: '' })
    expect(error).toBeNull()
    clock.pass(alertEveryMs)
    await untilRow(shop, 'trouble-event', ({ outcome }) => outcome === 'nothing-to-report')
    await failAttempt(shop, 'client-invitation', 8)
    await waitFor(async () => (await alertsIn(shop)).length === 2)
  })
})

describe('a calendar that keeps failing', () => {
  it('sends the owner one email, and another when it fails again', async () => {
    const clock = createFrozenClock()
    const shop = await openShop({ now: clock.now, env: await calendarAway() })
    await shop.postForm({ ...ann })
    await untilFailed(shop, 'calendar-event')
    await failAttempt(shop, 'calendar-event', 8)
    await untilAlerted(shop, 'calendar-event')
    const alerts = () => shop.mails('trouble-mail')
    const [mail] = await alerts()
    expect(mail?.subject).toBe('The server can’t reach your calendar: 1 entry is waiting')
    expect(mail?.text).toContain('Calendar entry for Thursday, December 3, 2026 at 10:00 AM')
    expect(mail?.text).toContain('npm run doctor')
    await failAttempt(shop, 'calendar-event', 9)
    expect(rowOf(shop, 'trouble-mail')).toMatchObject({ attempts: 1 })
    expect(await alerts()).toHaveLength(1)

    await jobsCommand(shop, 'retry')
    clock.pass(alertEveryMs)
    await failAttempt(shop, 'calendar-event', 8)
    await untilAlerted(shop, 'calendar-event')
    // Email apps show two emails with one Message-ID as one.
    expect(await alerts()).toHaveLength(2)
  })
})

describe('a database outage right after an alert', () => {
  it('triggers no second alert', async () => {
    const port = await getFreePort()
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, ...(await calendarAway()) }
    const shop = await openShop({ env })
    const other = shop.file()
    let told = 0
    const onData = receive(({ subject }) => {
      if (subject?.includes('reach') && told++ === 0) other.exec('begin immediate')
    })
    await listenForMail({ onData }, port)
    await shop.postForm({ ...ann })
    await untilFailed(shop, 'calendar-event')
    await failAttempt(shop, 'calendar-event', 8)
    await waitFor(() => told === 1)
    // The attempt’s own write waits without success before this one does.
    expect((await shop.postForm({ ...ann, appointment_time: '14:00' })).status).toBe(503)
    other.exec('rollback')
    await untilRow(shop, 'trouble-mail', (row) => row.finished_at_ms !== null)
    expect([told, rowOf(shop, 'trouble-mail')?.attempts]).toEqual([1, 1])
    expect(rowOf(shop, 'calendar-event')?.alerted_at_ms).not.toBeNull()
  })
})

describe('npm run jobs', () => {
  const copy = commands.jobs

  it('lists pending jobs without the client’s data, and retries one or all', async () => {
    const { shop, port } = await shopWithoutMail()
    const { code, output } = await jobsCommand(shop)
    expect(code).toBe(0)
    expect(output).toMatch(/client-invitation {2}for Thursday, December 3, 2026 at 10:00 AM, Dallas time/)
    expect(output).toMatch(/tried \d+ times?, last error: ECONNREFUSED; next attempt \w+day, .* Dallas time/)
    expect(output).toContain('booked Tuesday, December 1, 2026 at 12:00 PM, Dallas time')
    expect(output).toContain('Reminders scheduled: 1.')
    expect(output).not.toContain('client-reminder')
    for (const personal of [ann.full_name, ann.email, ann.phone]) expect(output).not.toContain(personal)

    const received = await openMailServer(port)
    const one = ['retry', String(rowOf(shop, 'client-invitation')?.id)]
    const retried = await jobsCommand(shop, ...one)
    expect(retried).toMatchObject({ code: 0, output: expect.stringContaining(copy.retried(1)) })
    // An attempt from before the mail server opened may fail only now, and be due again in minutes.
    const isDone = () => rowOf(shop, 'client-invitation')?.status === 'done'
    await waitFor(async () => isDone() || ((await jobsCommand(shop, ...one)) && isDone()))
    expect(received).toHaveLength(1)
    expect((await jobsCommand(shop, 'retry')).output).toContain(copy.retried(1))
    await untilRow(shop, 'business-notification', (row) => row.status === 'done')
    expect(rowOf(shop, 'client-reminder')).toMatchObject({ attempts: 0, finished_at_ms: null })
    const last = [['retry'], [], ['mend'], ['retry', 'x']].map((words) => jobsCommand(shop, ...words))
    const [again, listed, ...wrong] = await Promise.all(last)
    expect(again?.output).toContain(copy.nothingToRetry)
    expect(listed?.output).toContain(copy.nothing)
    expect(wrong.map(({ code }) => code)).toEqual([2, 2])
  })
})

const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']

async function bookAll(queue: Queue): Promise<string[]> {
  const ids: string[] = []
  for (const time of times) ids.push(await queue.book(time))
  return ids
}

/** Runs once per consultation, over as many connections, which are already open. */
async function atOnce<T>({ jobViews, now }: Queue, work: (index: number) => Promise<T>): Promise<T[]> {
  await Promise.all(times.map(() => jobViews.unfinished(now())))
  return Promise.all(times.map((_, index) => work(index)))
}

describe.each(engines)('several processes at the same moment, in %s', (engine) => {
  it('queue one alert for many failed jobs', async () => {
    const queue = await openQueue(engine)
    await bookAll(queue)
    const jobs = await queue.jobs.claimDue(createLease(queue.now()), times.length, ['calendar-event'])
    expect(jobs).toHaveLength(times.length)
    await atOnce(queue, async (index) => {
      const job = jobs[index]
      if (job) await queueFailureAlert(queue.jobViews, job, 'trouble-mail', queue.now())
    })
    const unfinished = await queue.jobViews.unfinished(queue.now())
    expect(unfinished.filter(({ kind }) => kind === 'trouble-mail')).toHaveLength(1)
  })

  it('queue one notice for several polls that miss the same events', async () => {
    const queue = await openQueue(engine)
    const calendar = 'https://calendar.example/business/'
    const suspected = { suspectedChange: 'on-hold', suspectedAtMs: queue.now() } as const
    for (const appointment of await queue.appointments.findByIds(await bookAll(queue))) {
      const uid = eventUid(appointment.id, shopDomain)
      await queue.syncedEvents.record(calendar, { ...appointment, uid, ...suspected })
    }
    const areQueued = await atOnce(queue, () => queueCalendarNotice(queue.polls, calendar, queue.now()))
    expect(areQueued.filter((isQueued) => isQueued)).toHaveLength(1)
  })

  it('retry failed jobs, and reach each client once', async () => {
    const queue = await openQueue(engine)
    const { jobs, now } = queue
    const ids = await bookAll(queue)
    const claim = () => jobs.claimDue(createLease(now()), times.length, ['client-invitation'])
    for (const job of await claim()) await jobs.fail(job, now(), 'there is no such mailbox')
    const reached: string[] = []
    const deliver = async () => {
      for (const job of await claim()) {
        reached.push(job.subject.id)
        await jobs.complete(job, delivered('a@mail'), now())
      }
    }
    await atOnce(queue, () => queue.jobViews.retry(now()).then(deliver))
    await deliver()
    expect(reached.toSorted()).toEqual(ids.toSorted())
  })
})

describe('a job that fails permanently while an alert about another is sent', () => {
  it('is in the next alert', async () => {
    const { jobs, jobViews, book, now, wind } = await openQueue('SQLite')
    const claimed = async (kind: JobKind) =>
      (await jobs.claimDue(createLease(now()), 1, [kind]))[0] ?? expect.fail(`No ${kind} is due.`)
    const failNext = async () => {
      const job = await claimed('client-invitation')
      await jobs.fail(job, now(), 'there is no such mailbox')
      await queueFailureAlert(jobViews, job, 'trouble-event', now())
    }
    for (const time of times.slice(0, 2)) await book(time)
    await failNext()
    const notice = await claimed('trouble-event')
    const failing = await findFailingJobs(jobViews, 'trouble-event', now())
    await failNext()
    await jobViews.markAlerted(failing, now())
    await jobs.complete(notice, delivered('a@calendar'), now())
    expect(await jobs.claimDue(createLease(now()), 1, ['trouble-event'])).toEqual([])
    wind(alertEveryMs)
    await claimed('trouble-event')
    const reported = await findFailingJobs(jobViews, 'trouble-event', now())
    expect(reported.map(({ isAlerted }) => isAlerted)).toEqual([true, false])
  })
})
