import { describe, expect, it } from 'vitest'
import { wallTimeToEpochMs } from '../../booking/time.ts'
import { commands as copy } from '../../copy/terminal.ts'
import { leaseMs } from '../../server/db/jobs.ts'
import { freePort } from '../support/free-port.ts'
import { everyDay } from '../support/week.ts'
import { openClock } from './support/clock.ts'
import { atDesk } from './support/desk.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { listenForMail } from './support/listen-for-mail.ts'
import { openMailServer } from './support/mail-server.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'
import { openSlowMailServer } from './support/slow-mail-server.ts'

const mailKinds = "kind in ('business-notification', 'client-invitation')"

async function rowsOf(shop: OpenShop, condition = mailKinds) {
  return (await shop.database()).run(`select * from jobs where ${condition} order by id`)
}

describe.each(engines)('a mail server that thinks before it acknowledges, on %s', (engine) => {
  it('gets each mail once, no more at a time than there are connections', async () => {
    const server = await openSlowMailServer()
    const env = { SMTP_URL: server.url, ...(await databaseSettings(engine)) }
    const folder = temporaryFolder()
    const shops = await Promise.all([openShop({ folder, env }), openShop({ folder, env })])
    const [shop] = shops
    const times = ['09:00', '10:00', '11:00', '12:00']
    for (const appointment_time of times) await shop.book({ ...ann, appointment_time })
    await until(() => server.received.length > 0)
    // What is owned by a living attempt goes on being owned, for longer than the lease of a dead one.
    const database = await shop.database()
    const leaseEnds = async () =>
      Number(
        (await database.run("select max(leased_until_ms) as ends from jobs where status = 'pending'"))[0]
          ?.ends,
      )
    const firstLeaseEndsAtMs = await leaseEnds()
    await until(async () => (await leaseEnds()) > firstLeaseEndsAtMs + leaseMs)
    // Renewed in time, all that time: not what a busy machine has claimed and never heard of, or could not connect for.
    const owned = await rowsOf(shop, `${mailKinds} and leased_until_ms > ${firstLeaseEndsAtMs + leaseMs / 2}`)
    expect(owned.map((row) => row.attempts)).toEqual(owned.map(() => 1))
    // Two processes with three connections each.
    expect(server.mostAtOnce()).toBeLessThanOrEqual(6)
    expect(owned.length).toBeLessThanOrEqual(6)
    server.acknowledge()
    await until(async () => (await rowsOf(shop)).every((row) => row.finished_at_ms !== null))
    expect(server.received).toHaveLength(2 * times.length)
    expect(new Set(server.received).size).toBe(2 * times.length)
  })
})

/** A clock that stands: the mail to the client is due at once, the one to the business never. */
const beforeTheOther = () => testNoon

describe('a mail server that has not acknowledged yet', () => {
  it('keeps neither the visitor nor the calendar waiting', async () => {
    const server = await openSlowMailServer()
    const shop = await openShop({ env: { SMTP_URL: server.url } })
    const times = ['09:00', '10:00', '11:00', '12:00']
    for (const appointment_time of times) await shop.book({ ...ann, appointment_time })
    expect((await shop.notify({ ...ann, appointment_time: '12:00' })).error).toMatchObject({
      context: { status: 502 },
    })
    await until(async () => (await shop.feed()).match(/BEGIN:VEVENT/g)?.length === times.length)
    server.acknowledge()
    await until(async () => (await rowsOf(shop)).every((row) => row.finished_at_ms !== null))
    expect(new Set(server.received).size).toBe(server.received.length)
  })

  it('gets the news of a move after the confirmation, however long that takes', async () => {
    const server = await openSlowMailServer()
    // It goes on only when the lease has been renewed, so that none can run out by itself.
    let nowEpochMs = testNoon
    const shop = await openShop({ env: { SMTP_URL: server.url }, now: () => nowEpochMs })
    const { data } = await shop.book(ann)
    await until(() => server.received.length === 1)
    const desk = await atDesk(shop)
    const to = { appointment_date: ann.appointment_date, appointment_time: '14:00' }
    expect((await desk.rpc('move_appointment', { id: data.id, sequence: 0, ...to })).status).toBe(200)
    const news = async () => (await rowsOf(shop, "kind = 'client-invitation' and sequence = 1"))[0]
    const waitsUntilMs = Number((await news())?.due_at_ms)
    while (nowEpochMs <= waitsUntilMs) {
      nowEpochMs += leaseMs / 2
      await until(async () => Number((await news())?.due_at_ms) === nowEpochMs + leaseMs)
    }
    expect(await news()).toMatchObject({ attempts: 0, leased_until_ms: null })
    server.acknowledge()
    await until(async () => {
      nowEpochMs += leaseMs
      return (await news())?.finished_at_ms !== null
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
    const again = await openShop({ env: { SMTP_URL: server.url }, folder: shop.folder })
    await until(async () => (await rowsOf(again)).every((row) => row.finished_at_ms !== null))
    expect(server.received).toHaveLength(2)
    expect(new Set(server.received).size).toBe(2)
  })

  it('does not keep the server from stopping; the mail is owed, and comes again once', async () => {
    const server = await openSlowMailServer()
    const shop = await openShop({ env: { SMTP_URL: server.url }, now: beforeTheOther })
    await shop.book(ann)
    await until(() => server.received.length === 1)
    await shop.close()
    server.acknowledge()
    const clock = openClock()
    clock.windPastRetries()
    const again = await openShop({ env: { SMTP_URL: server.url }, folder: shop.folder, now: clock.now })
    await until(async () => (await rowsOf(again)).every((row) => row.finished_at_ms !== null))
    // Whether it was taken before the end, nobody can know.
    expect(server.received).toHaveLength(3)
    expect(new Set(server.received).size).toBe(2)
  })
})

/** A mail server with its own answer to a recipient. */
function openRefusingMailServer(answer: () => { responseCode: number; message: string } | null) {
  return listenForMail({
    onRcptTo({ address }, _session, done) {
      const refusal = address === ann.email ? answer() : null
      if (!refusal) return done()
      done(Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }))
    },
    onData(stream, _session, done) {
      stream.resume().on('end', () => done())
    },
  })
}

const invitation = "kind = 'client-invitation'"

/** Books for another client, whose email the server accepts: from then on it can judge a recipient. */
async function bookAccepted(shop: OpenShop): Promise<void> {
  await shop.book({ ...ann, full_name: 'Bea Cole', email: 'bea@example.com', appointment_time: '15:00' })
  await until(async () => (await rowsOf(shop, `${invitation} and status = 'done'`)).length > 0)
}

describe('a mail that cannot arrive', () => {
  it('is given up, told to the owner, listed, and sent when it is retried by hand', async () => {
    let isRefused = true
    const url = await openRefusingMailServer(() =>
      isRefused ? { responseCode: 550, message: '5.1.1 No such user' } : null,
    )
    const shop = await openShop({ env: { SMTP_URL: url } })
    await bookAccepted(shop)
    await shop.book(ann)
    const rowOfAnn = async () => (await rowsOf(shop, invitation)).at(-1)
    await until(async () => (await rowOfAnn())?.finished_at_ms !== null)
    const row = await rowOfAnn()
    expect(row).toMatchObject({ attempts: 1, status: 'failed', last_error: 'EENVELOPE 550' })
    await until(async () => (await shop.feed()).replace(/\r\n /g, '').includes('failed permanently'))
    const feed = (await shop.feed()).replace(/\r\n /g, '')
    expect(feed).toContain('The client’s confirmation for Thursday\\, December 3\\, 2026 at 10:00 AM')
    expect(feed).toContain('(EENVELOPE 550): failed permanently.')
    const settings = { DATA_DIR: shop.dataDir, ...atTestNoon }
    const listed = await runCommand('jobs', [], settings)
    expect(listed.output).toContain('tried 1 time, last error: EENVELOPE 550; failed permanently')
    expect(listed.output).toContain(copy.jobs.tryAgain(Number(row?.id)).trim())
    expect(listed.output).not.toContain(ann.email)
    const doctor = await runCommand('doctor', [], settings)
    expect(doctor.code).toBe(1)
    expect(doctor.output).toContain('1 calendar entry or email failed permanently')
    isRefused = false
    const retried = await runCommand('jobs', ['retry', String(row?.id)], settings)
    expect(retried.output).toContain(copy.jobs.retried(1))
    await until(async () => (await rowOfAnn())?.status === 'done')
    expect((await runCommand('jobs', [], settings)).output).not.toContain('FAILED PERMANENTLY')
  })

  it.each([
    [550, '5.7.1 Relaying denied', 'our account is refused, which the owner can mend'],
    [550, 'relay not permitted', 'Exim says so without a code'],
    [550, 'Rejected by policy (#5.7.1)', 'the code may come last'],
    [550, 'Sender verify failed', 'the sender is rejected, not the recipient'],
    [552, '5.2.2 Mailbox full', 'the client may empty it'],
    [530, 'Authentication required', 'our account has no password, which the owner can mend'],
    [503, '5.5.1 Authentication required', 'the same'],
    [451, '4.7.1 Greylisted, come back later', 'it is asked to come later'],
  ])('but not after %i %s: %s', async (responseCode, message) => {
    const shop = await openShop({
      env: { SMTP_URL: await openRefusingMailServer(() => ({ responseCode, message })) },
    })
    await bookAccepted(shop)
    await shop.book(ann)
    const rowOfAnn = async () => (await rowsOf(shop, invitation)).at(-1)
    await until(async () => (await rowOfAnn())?.last_error !== null)
    expect((await rowOfAnn())?.finished_at_ms).toBeNull()
  })

  const noSuchUser = () => ({ responseCode: 550, message: '5.1.1 No such user' })

  it('is retried while the server has accepted no recipient yet', async () => {
    const url = await openRefusingMailServer(noSuchUser)
    const shop = await openShop({ env: { SMTP_URL: url }, now: beforeTheOther })
    await shop.book(ann)
    await until(async () => (await rowsOf(shop, invitation))[0]?.last_error !== null)
    expect((await rowsOf(shop, invitation))[0]?.finished_at_ms).toBeNull()
  })

  it("is retried where it goes to the owner's own address", async () => {
    const url = await openRefusingMailServer(noSuchUser)
    const shop = await openShop({ env: { SMTP_URL: url, BUSINESS_EMAIL: ann.email } })
    await bookAccepted(shop)
    await shop.book(ann)
    const rowOfAnn = async () => (await rowsOf(shop, invitation)).at(-1)
    await until(async () => (await rowOfAnn())?.last_error !== null)
    expect((await rowOfAnn())?.finished_at_ms).toBeNull()
  })

  it('is given up after thirty attempts, which take five days', async () => {
    const shop = await openShop({ env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` } })
    await shop.book(ann)
    const isFree = async () => {
      const [row] = await rowsOf(shop, invitation)
      return row?.last_error !== null && row?.leased_until_ms === null
    }
    await until(isFree)
    const attempts = (count: number) =>
      shop
        .file()
        .prepare(`update jobs set attempts = ?, due_at_ms = 0, last_error = null where ${invitation}`)
        .run(count)
    attempts(28)
    await until(isFree)
    expect((await rowsOf(shop, invitation))[0]).toMatchObject({ attempts: 29, finished_at_ms: null })
    attempts(29)
    await until(isFree)
    expect((await rowsOf(shop, invitation))[0]).toMatchObject({ attempts: 30, status: 'failed' })
    expect((await rowsOf(shop, invitation))[0]?.finished_at_ms).not.toBeNull()
    // The calendar is tried for as long as the client may come.
    expect(await rowsOf(shop, "kind = 'calendar-event' and status = 'failed'")).toEqual([])
  })
})

const reminders = "kind = 'client-reminder'"
const at = (date: string, time: string) => wallTimeToEpochMs(date, time, 'America/Chicago')

describe('an overdue reminder', () => {
  it('waits for the morning, as if it had not been tried, and goes out then', async () => {
    let nowEpochMs = testNoon
    const shop = await openShop({ now: () => nowEpochMs })
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    nowEpochMs = at('2026-12-03', '03:30')
    await until(async () => (await rowsOf(shop, reminders))[0]?.due_at_ms === at('2026-12-03', '08:00'))
    expect((await rowsOf(shop, reminders))[0]).toMatchObject({
      attempts: 0,
      finished_at_ms: null,
      last_error: null,
    })
    expect(await shop.mails('client-reminder')).toEqual([])
    nowEpochMs = at('2026-12-03', '08:00')
    await until(async () => (await shop.mails('client-reminder')).length === 1)
  })

  it('is dropped when the appointment begins before the morning is decent', async () => {
    let nowEpochMs = testNoon
    const early = { ...ann, appointment_time: '07:30' }
    const shop = await openShop({ now: () => nowEpochMs, opening: { week: everyDay(['07:00-17:00']) } })
    await shop.book(early)
    nowEpochMs = at('2026-12-03', '03:30')
    await until(async () => (await rowsOf(shop, reminders))[0]?.due_at_ms === at('2026-12-03', '08:00'))
    nowEpochMs = at('2026-12-03', '08:00')
    await until(async () => (await rowsOf(shop, reminders))[0]?.outcome === 'too-late')
    expect(await shop.mails('client-reminder')).toEqual([])
  })

  it('is not owed right after the confirmation', async () => {
    const shop = await openShop({ nowEpochMs: at('2026-12-02', '09:58') })
    await shop.book(ann)
    expect(await rowsOf(shop, reminders)).toEqual([])
  })
})

describe.each(engines)('a clock that was ahead, on %s', (engine) => {
  it('keeps nothing from being done once it is right, and leaves reminders where they belong', async () => {
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
    // What is booked then is done at once, too.
    await shop.postForm({ ...ann })
    await until(() => received.length === 4)
  })
})
