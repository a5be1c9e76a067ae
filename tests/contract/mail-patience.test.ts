import { describe, expect, it, onTestFinished } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { commands as copy } from '../../copy/terminal.ts'
import { leaseMs } from '../../server/db/jobs.ts'
import { answerWithinMs, stopWithinMs } from '../../server/jobs/worker.ts'
import { RecipientRejected } from '../../server/mail/mailer.ts'
import { smtpMailer } from '../../server/mail/smtp.ts'
import { freePort } from '../support/free-port.ts'
import { everyDay } from '../support/week.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { listenForMail, openMailServer } from './support/mail-server.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'
import { openSlowMailServer } from './support/slow-mail-server.ts'
import { holdIntervals, pollOften, shortenTimers } from './support/timers.ts'

const mailKinds = "kind in ('business-notification', 'client-invitation')"
const invitation = "kind = 'client-invitation'"
const times = ['09:00', '10:00', '11:00', '12:00']

async function rowsOf(shop: OpenShop, condition = mailKinds) {
  return (await shop.database()).run(`select * from jobs where ${condition} order by id`)
}

const untilSent = (shop: OpenShop) =>
  until(async () => (await rowsOf(shop)).every((row) => row.finished_at_ms !== null))

/** A clock that stands, so no lease ends before its renewal. */
function openStandingClock() {
  let nowEpochMs = testNoon
  return {
    now: () => nowEpochMs,
    wind(ms: number) {
      nowEpochMs += ms
    },
    set(epochMs: number) {
      nowEpochMs = epochMs
    },
  }
}

describe.each(engines)('a mail server that thinks before it acknowledges, on %s', (engine) => {
  it('gets each email once, no more at a time than there are connections', async () => {
    pollOften()
    const intervals = holdIntervals()
    const server = await openSlowMailServer()
    const { now, wind } = openStandingClock()
    const env = { SMTP_URL: server.url, ...(await databaseSettings(engine)) }
    const folder = temporaryFolder()
    const [shop] = await Promise.all([openShop({ folder, env, now }), openShop({ folder, env, now })])
    for (const appointment_time of times) await shop.book({ ...ann, appointment_time })
    await until(() => server.received.length > 0)
    const { run } = await shop.database()
    const owned = () => run(`select * from jobs where ${mailKinds} and leased_until_ms is not null`)
    // Twice as long as the lease of a dead attempt lasts.
    for (let halves = 0; halves < 4; halves++) {
      wind(leaseMs / 2)
      await until(async () => {
        intervals.pass(leaseMs / 4)
        return (await owned()).every((row) => row.due_at_ms === now() + leaseMs)
      })
    }
    await until(async () => (await owned()).length === 6)
    expect((await owned()).map((row) => row.attempts)).toEqual(Array(6).fill(1))
    // Two processes with three connections each.
    expect(server.mostAtOnce()).toBeLessThanOrEqual(6)
    server.acknowledge()
    await untilSent(shop)
    expect(server.received).toHaveLength(2 * times.length)
    expect(new Set(server.received).size).toBe(2 * times.length)
  })
})

/** A clock that stands: the email to the client is due immediately, the one to the business never. */
const beforeTheOther = () => testNoon

describe('a mail server that has not acknowledged yet', () => {
  it('keeps neither the visitor nor the calendar waiting', async () => {
    pollOften()
    const server = await openSlowMailServer()
    const clock = openClock()
    const shop = await openShop({ env: { SMTP_URL: server.url }, now: clock.now })
    for (const appointment_time of times) await shop.book({ ...ann, appointment_time })
    await until(() => server.received.length === 3)
    shortenTimers(answerWithinMs)
    expect((await shop.notify({ ...ann, appointment_time: '12:00' })).error).toMatchObject({
      context: { status: 502 },
    })
    await until(async () => (await shop.feed()).match(/BEGIN:VEVENT/g)?.length === times.length)
    server.acknowledge()
    // Past the head start of the owner's emails.
    clock.wind(5000)
    await untilSent(shop)
    expect(new Set(server.received).size).toBe(server.received.length)
  })

  it('gets the email about a move after the confirmation, however long that takes', async () => {
    pollOften()
    const intervals = holdIntervals()
    const server = await openSlowMailServer()
    const { now, wind } = openStandingClock()
    const shop = await openShop({ env: { SMTP_URL: server.url }, now })
    const { data } = await shop.book(ann)
    await until(() => server.received.length === 1)
    const desk = await atDesk(shop)
    const to = { appointment_date: ann.appointment_date, appointment_time: '14:00' }
    expect((await desk.rpc('move_appointment', { id: data.id, sequence: 0, ...to })).status).toBe(200)
    const update = async () => (await rowsOf(shop, `${invitation} and sequence = 1`))[0]
    const waitsUntilMs = Number((await update())?.due_at_ms)
    while (now() <= waitsUntilMs) {
      wind(leaseMs / 2)
      await until(async () => {
        intervals.pass(leaseMs / 4)
        return Number((await update())?.due_at_ms) === now() + leaseMs
      })
    }
    expect(await update()).toMatchObject({ attempts: 0, leased_until_ms: null })
    server.acknowledge()
    await until(async () => {
      wind(leaseMs)
      return (await update())?.finished_at_ms !== null
    })
  })

  it('is waited for when the server stops', async () => {
    const server = await openSlowMailServer()
    const shop = await openShop({ env: { SMTP_URL: server.url }, now: beforeTheOther })
    await shop.book(ann)
    await until(() => server.received.length === 1)
    const closing = shop.close()
    server.acknowledge()
    await closing
    const { now } = openClock(testNoon + 60_000)
    const again = await openShop({ env: { SMTP_URL: server.url }, folder: shop.folder, now })
    await untilSent(again)
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received).size).toBe(2)
  })

  it('does not keep the server from stopping; the email is pending, and comes again once', async () => {
    const server = await openSlowMailServer()
    const shop = await openShop({ env: { SMTP_URL: server.url }, now: beforeTheOther })
    await shop.book(ann)
    await until(() => server.received.length === 1)
    shortenTimers(stopWithinMs)
    await shop.close()
    server.acknowledge()
    const clock = openClock()
    clock.windPastRetries()
    const again = await openShop({ env: { SMTP_URL: server.url }, folder: shop.folder, now: clock.now })
    await untilSent(again)
    // No one can know whether the server accepted it before the end.
    expect(server.received).toHaveLength(3)
    expect(new Set(server.received).size).toBe(2)
  })
})

/** A mail server with its own answer to a recipient. */
function openRefusingMailServer(answer: () => string | null) {
  return listenForMail({
    onRcptTo({ address }, _session, done) {
      const refusal = address === ann.email ? answer() : null
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }))
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done())
    },
  })
}

const noSuchUser = '550 5.1.1 No such user'

describe('an email that cannot arrive', () => {
  it('fails permanently, is reported and listed, and is sent when it is retried by hand', async () => {
    pollOften()
    let answer: string | null = noSuchUser
    const shop = await openShop({ env: { SMTP_URL: await openRefusingMailServer(() => answer) } })
    await shop.book({ ...ann, full_name: 'Bea Cole', email: 'bea@example.com', appointment_time: '15:00' })
    await until(async () => (await rowsOf(shop, `${invitation} and status = 'done'`)).length > 0)
    await shop.book(ann)
    const rowOfAnn = async () => (await rowsOf(shop, invitation)).at(-1)
    await until(async () => (await rowOfAnn())?.finished_at_ms !== null)
    const row = await rowOfAnn()
    expect(row).toMatchObject({ attempts: 1, status: 'failed', last_error: 'EENVELOPE 550' })
    const feed = async () => (await shop.feed()).replace(/\r\n /g, '')
    await until(async () => (await feed()).includes('failed permanently'))
    expect(await feed()).toContain('The client’s confirmation for Thursday\\, December 3\\, 2026 at 10:00 AM')
    expect(await feed()).toContain('(EENVELOPE 550): failed permanently.')
    const settings = { DATA_DIR: shop.dataDir, ...atTestNoon }
    const [listed, doctor] = await Promise.all([
      runCommand('jobs', [], settings),
      runCommand('doctor', [], settings),
    ])
    expect(listed.output).toContain('tried 1 time, last error: EENVELOPE 550; failed permanently')
    expect(listed.output).toContain(copy.jobs.tryAgain(Number(row?.id)).trim())
    expect(listed.output).not.toContain(ann.email)
    expect(doctor.code).toBe(1)
    expect(doctor.output).toContain('1 calendar entry or email failed permanently')
    answer = null
    const retried = await runCommand('jobs', ['retry', String(row?.id)], settings)
    expect(retried.output).toContain(copy.jobs.retried(1))
    await until(async () => (await rowOfAnn())?.status === 'done')
  })

  it('is judged by the server’s answer, once the server accepted another recipient', async () => {
    let answer = noSuchUser
    const url = await openRefusingMailServer(() => answer)
    const open = (ownAddress: string) => {
      const mailer = smtpMailer(url, 'shop@example.com', ownAddress)
      onTestFinished(() => mailer.close())
      const text = { subject: 'A', text: 'B', html: 'C', messageId: 'a@example.com' }
      return (to: string) =>
        mailer.send({ ...text, to }, AbortSignal.timeout(100_000)).then(
          () => 'accepted',
          (error) => (error instanceof RecipientRejected ? 'failed permanently' : 'retried'),
        )
    }
    const [send, sendToOwner] = [open('owner@example.com'), open(ann.email)]
    expect(await send(ann.email)).toBe('retried')
    for (const one of [send, sendToOwner]) expect(await one('bea@example.com')).toBe('accepted')
    expect(await send(ann.email)).toBe('failed permanently')
    // The owner can fix the cause of their own.
    expect(await sendToOwner(ann.email)).toBe('retried')
    for (answer of [
      '550 5.7.1 Relaying denied', // The owner can fix the account.
      '550 relay not permitted', // Exim says so without a code.
      '550 Rejected by policy (#5.7.1)', // The code may come last.
      '550 Sender verify failed',
      '552 5.2.2 Mailbox full', // The client may empty it.
      '530 Authentication required', // The owner can set the password.
      '503 5.5.1 Authentication required',
      '451 4.7.1 Greylisted, come back later',
    ])
      expect([answer, await send(ann.email)]).toEqual([answer, 'retried'])
  })
})

const reminders = "kind = 'client-reminder'"
const at = (date: string, time: string) => wallTimeToEpochMs(date, time, 'America/Chicago')

describe('an overdue reminder', () => {
  it.each([
    { starts: '10:00', end: 'goes out then' },
    { starts: '07:30', end: 'is dropped, because the appointment started' },
  ])('for $starts waits for the morning as if it had not been tried, and $end', async ({ starts }) => {
    pollOften()
    const clock = openStandingClock()
    const shop = await openShop({ now: clock.now, opening: { week: everyDay(['07:00-17:00']) } })
    await shop.book({ ...ann, appointment_time: starts })
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    clock.set(at('2026-12-03', '03:30'))
    const reminder = async () => (await rowsOf(shop, reminders))[0]
    await until(async () => (await reminder())?.due_at_ms === at('2026-12-03', '08:00'))
    expect(await reminder()).toMatchObject({ attempts: 0, finished_at_ms: null, last_error: null })
    expect(await shop.mails('client-reminder')).toEqual([])
    clock.set(at('2026-12-03', '08:00'))
    await until(async () => (await reminder())?.status === 'done')
    const isSent = starts === '10:00'
    expect((await reminder())?.outcome).toBe(isSent ? 'delivered' : 'too-late')
    expect(await shop.mails('client-reminder')).toHaveLength(isSent ? 1 : 0)
  })
})

describe.each(engines)('a clock that was ahead, on %s', (engine) => {
  it('delays nothing once it is right, and leaves reminders where they belong', async () => {
    pollOften()
    const aheadMs = 365 * 24 * 3_600_000
    const clock = openClock(testNoon + aheadMs)
    const port = await freePort()
    const shop = await openShop({ engine, env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now: clock.now })
    const nextYear = { ...ann, appointment_date: '2027-12-20' }
    await shop.book(nextYear)
    await until(async () => (await rowsOf(shop)).every((row) => row.last_error !== null))
    // An attempt of a process that died then.
    const later = clock.now() + 15_000
    await (await shop.database()).run(
      `update jobs set leased_until_ms = ${later}, due_at_ms = ${later} where ${invitation}`,
    )
    clock.wind(-aheadMs)
    const received = await openMailServer(port)
    await until(() => received.length === 2)
    await until(async () => (await rowsOf(shop)).every((row) => row.finished_at_ms !== null))
    expect((await rowsOf(shop, reminders))[0]).toMatchObject({
      attempts: 0,
      due_at_ms: at('2027-12-19', '10:00'),
    })
    // Later bookings aren't delayed either.
    await shop.postForm({ ...ann })
    await until(() => received.length === 4)
  })
})
