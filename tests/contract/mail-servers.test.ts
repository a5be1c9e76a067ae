import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { commands as copy } from '#copy/terminal.ts'
import { leaseMs } from '../../server/db/jobs.ts'
import { answerWithinMs, stopWithinMs } from '../../server/jobs/worker.ts'
import { getErrorKind } from '../../server/lib/errors.ts'
import { RecipientRejected } from '../../server/mail/mailer.ts'
import { createSmtpMailer } from '../../server/mail/smtp.ts'
import { getFreePort } from '../support/free-port.ts'
import { openClock } from './support/clock.ts'
import { createFrozenClock } from './support/desk.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { judgeRecipients, listenForMail, openMailServer, openSlowMailServer } from './support/mail-server.ts'
import { runCommand, testClockEnv } from './support/run-command.ts'
import {
  ann,
  createTemporaryFolder,
  type OpenShop,
  openShop,
  testNoon,
  waitFor,
} from './support/shop-server.ts'
import { holdIntervals, pollOften, shortenTimers } from './support/timers.ts'

const mailKinds = "kind in ('business-notification', 'client-invitation')"
const invitation = "kind = 'client-invitation'"
const times = ['09:00', '10:00', '11:00', '12:00']

async function rowsOf(shop: OpenShop, condition = mailKinds) {
  return (await shop.database()).run(`select * from jobs where ${condition} order by id`)
}

const untilSent = (shop: OpenShop) =>
  waitFor(async () => (await rowsOf(shop)).every((row) => row.finished_at_ms !== null))

describe.each(engines)('a mail server that acknowledges slowly, on %s', (engine) => {
  it('gets each email once, and no more together than there are connections', async () => {
    pollOften()
    const intervals = holdIntervals()
    const server = await openSlowMailServer()
    const { now, pass } = createFrozenClock()
    const env = { SMTP_URL: server.url, ...(await databaseSettings(engine)) }
    const folder = createTemporaryFolder()
    const [shop] = await Promise.all([openShop({ folder, env, now }), openShop({ folder, env, now })])
    for (const appointment_time of times) await shop.book({ ...ann, appointment_time })
    await waitFor(() => server.received.length > 0)
    const { run } = await shop.database()
    const owned = () => run(`select * from jobs where ${mailKinds} and leased_until_ms is not null`)
    // Twice as long as the lease of a dead attempt.
    for (let halves = 0; halves < 4; halves++) {
      pass(leaseMs / 2)
      await waitFor(async () => {
        intervals.pass(leaseMs / 4)
        return (await owned()).every((row) => row.due_at_ms === now() + leaseMs)
      })
    }
    // Two processes with three connections each.
    await waitFor(async () => (await owned()).length === 6)
    expect((await owned()).map((row) => row.attempts)).toEqual(Array(6).fill(1))
    expect(server.received.length).toBeLessThanOrEqual(6)
    server.acknowledge()
    await untilSent(shop)
    expect(server.received).toHaveLength(2 * times.length)
    expect(new Set(server.received).size).toBe(2 * times.length)
  })
})

describe('a mail server that hasn’t acknowledged yet', () => {
  it('delays neither the visitor nor the calendar', async () => {
    pollOften()
    const server = await openSlowMailServer()
    const { now, pass } = createFrozenClock()
    const shop = await openShop({ env: { SMTP_URL: server.url }, now })
    for (const appointment_time of times) await shop.book({ ...ann, appointment_time })
    await waitFor(() => server.received.length === 3)
    shortenTimers(answerWithinMs)
    expect((await shop.notify({ ...ann, appointment_time: '12:00' })).error).toMatchObject({
      context: { status: 502 },
    })
    // Past the head start of the owner's emails and events.
    pass(5000)
    await waitFor(async () => (await shop.feed()).match(/BEGIN:VEVENT/g)?.length === times.length)
    server.acknowledge()
    await untilSent(shop)
    expect(new Set(server.received).size).toBe(server.received.length)
  })

  it('doesn’t keep the server from stopping; the email stays pending and is sent again once', async () => {
    pollOften()
    const server = await openSlowMailServer()
    const env = { SMTP_URL: server.url }
    const shop = await openShop({ env, now: createFrozenClock().now })
    await shop.book(ann)
    await waitFor(() => server.received.length === 1)
    shortenTimers(stopWithinMs)
    await shop.close()
    server.acknowledge()
    const again = await openShop({ env, folder: shop.folder, nowEpochMs: testNoon + 10 * 60_000 })
    await untilSent(again)
    // No one can know whether the server accepted it before the end.
    expect(server.received).toHaveLength(3)
    expect(new Set(server.received).size).toBe(2)
  })
})

describe.each(engines)('a clock that ran ahead, on %s', (engine) => {
  it('delays no email once it’s right, and keeps reminders at their time', async () => {
    pollOften()
    const aheadMs = 365 * 24 * 3_600_000
    const clock = openClock(testNoon + aheadMs)
    const port = await getFreePort()
    const shop = await openShop({ engine, env: { SMTP_URL: `smtp://127.0.0.1:${port}` }, now: clock.now })
    await shop.postForm({ ...ann, appointment_date: '2027-12-20' })
    await waitFor(async () => (await rowsOf(shop)).every((row) => row.last_error !== null))
    // An attempt of a process that died then.
    const later = clock.now() + 15_000
    await (await shop.database()).run(
      `update jobs set leased_until_ms = ${later}, due_at_ms = ${later} where ${invitation}`,
    )
    const received = await openMailServer(port)
    clock.wind(-aheadMs)
    await untilSent(shop)
    const [reminder] = await rowsOf(shop, "kind = 'client-reminder'")
    // 10:00 on the day before.
    expect(reminder).toMatchObject({ attempts: 0, due_at_ms: Date.UTC(2027, 11, 19, 16) })
    // Later bookings aren't delayed either.
    await shop.postForm({ ...ann })
    await waitFor(() => received.length === 4)
  })
})

const message = {
  messageId: 'one@tailor.example',
  to: 'bea@example.com',
  subject: 'S',
  text: 'T',
  html: '<p>T</p>',
}

/** Sends to a mail server until the test ends. */
function senderTo(url: string, ownAddress = 'owner@tailor.example', more: { publicUrl?: string } = {}) {
  const mailer = createSmtpMailer(url, { from: 'fittings@tailor.example', ownAddress, ...more })
  onTestFinished(() => mailer.close())
  const send = (to = message.to) => mailer.send({ ...message, to }, AbortSignal.timeout(100_000))
  return { send, check: mailer.check, where: mailer.where }
}

/** A mail server with its own answer to Ann’s address. */
const openRejectingMailServer = (answer: () => string | null) =>
  listenForMail({ onRcptTo: judgeRecipients((address) => (address === ann.email ? answer() : null)) })

const noSuchUser = '550 5.1.1 No such user'

describe('an undeliverable email', () => {
  it('fails permanently, is reported and listed, and goes out when it’s retried by hand', async () => {
    pollOften()
    let answer: string | null = noSuchUser
    const shop = await openShop({ env: { SMTP_URL: await openRejectingMailServer(() => answer) } })
    await shop.book({ ...ann, full_name: 'Bea Cole', email: 'bea@example.com', appointment_time: '15:00' })
    await waitFor(async () => (await rowsOf(shop, `${invitation} and status = 'done'`)).length > 0)
    await shop.book(ann)
    const rowOfAnn = async () => (await rowsOf(shop, invitation)).at(-1)
    await waitFor(async () => (await rowOfAnn())?.finished_at_ms !== null)
    const row = await rowOfAnn()
    expect(row).toMatchObject({ attempts: 1, status: 'failed', last_error: 'EENVELOPE 550' })
    const feed = async () => (await shop.feed()).replace(/\r\n /g, '')
    await waitFor(async () => (await feed()).includes('failed permanently'))
    expect(await feed()).toContain('The client’s confirmation for Thursday\\, December 3\\, 2026 at 10:00 AM')
    expect(await feed()).toContain('(EENVELOPE 550): failed permanently.')
    const settings = { DATA_DIR: shop.dataDir, ...testClockEnv }
    const commands = ['jobs', 'doctor'].map((name) => runCommand(name, [], settings))
    const [listed, doctor] = await Promise.all(commands)
    expect(listed?.output).toContain('tried 1 time, last error: EENVELOPE 550; failed permanently')
    expect(listed?.output).toContain(copy.jobs.tryAgain(Number(row?.id)).trim())
    expect(listed?.output).not.toContain(ann.email)
    expect(doctor?.code).toBe(1)
    expect(doctor?.output).toContain('1 calendar entry or email failed permanently')
    answer = null
    const retried = await runCommand('jobs', ['retry', String(row?.id)], settings)
    expect(retried.output).toContain(copy.jobs.retried(1))
    await waitFor(async () => (await rowOfAnn())?.status === 'done')
  })

  it('is rated by the server’s answer, once the server accepted another recipient', async () => {
    let answer = noSuchUser
    const url = await openRejectingMailServer(() => answer)
    const outcome = (sent: Promise<void>) =>
      sent.then(
        () => 'accepted',
        (error) => (error instanceof RecipientRejected ? 'failed permanently' : 'retried'),
      )
    const [toClient, toOwner] = [senderTo(url), senderTo(url, ann.email)]
    expect(await outcome(toClient.send(ann.email))).toBe('retried')
    for (const { send } of [toClient, toOwner]) expect(await outcome(send())).toBe('accepted')
    expect(await outcome(toClient.send(ann.email))).toBe('failed permanently')
    // The owner can fix the cause of failures at their own address.
    expect(await outcome(toOwner.send(ann.email))).toBe('retried')
    for (answer of [
      '550 5.7.1 Relaying denied', // The owner can fix the account.
      '550 relay not permitted', // Exim says so without a code.
      '550 Rejected by policy (#5.7.1)', // The code may come last.
      '550 Sender verify failed',
      '552 5.2.2 Mailbox full', // The client may empty it.
      '530 Authentication required', // The owner can set the password.
      '503 5.5.1 Authentication required',
      '451 4.7.1 Greylisted, come back later',
      '552 Mailbox full',
      '550 Mailbox quota exceeded',
      '554 Recipient over quota, try again later',
      '550 5.2.1 The user you are trying to contact is receiving mail too quickly',
      '550 Domain tailor.example has exceeded the max emails per hour',
      '550 JunkMail rejected - 203.0.113.9 is in an RBL',
      '550 Too many messages, slow down',
      '550 Too many invalid recipients',
      '550 Greylisted, please try again',
      '550 Access denied - Invalid HELO name',
      '550 5.7.1 Service unavailable; client host blocked using a list',
      '550 5.7.1 Recipient address rejected: user unknown to this policy',
      '550 5.4.1 Recipient address rejected: Access denied',
      '550 Requested action not taken: mailbox unavailable',
      '554 Transaction failed',
      '550 Invalid recipient, your IP address is listed',
    ])
      expect([answer, await outcome(toClient.send(ann.email))]).toEqual([answer, 'retried'])
    for (answer of [
      '550 No such user here',
      '550 5.1.1 The email account that you tried to reach does not exist. Please check the address',
      '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
      '556 5.1.10 Recipient address has null MX',
      '550 Unknown user',
      '550 <ann@example.com>: Recipient address rejected: User unknown',
      '550 Invalid recipient <ann@example.com>',
      '550 The email address you entered doesn’t exist',
      '550 No such mailbox',
      '550 Mailbox not found',
      '550 Account not found',
      '550 No mailbox here by that name',
      '553 5.3.0 <ann@example.com>... No such user',
    ])
      expect([answer, await outcome(toClient.send(ann.email))]).toEqual([answer, 'failed permanently'])
  })

  it.each([
    ['https://www.tailor.dallas/', 'www.tailor.dallas'],
    ['http://localhost:3000', 'tailor.example'],
    ['http://192.0.2.7', 'tailor.example'],
    [undefined, 'tailor.example'],
  ])('comes from a server that greets with its domain, with PUBLIC_URL %s', async (publicUrl, name) => {
    const greetings: string[] = []
    const url = await listenForMail({
      onMailFrom(_address, { hostNameAppearsAs }, done) {
        greetings.push(hostNameAppearsAs)
        done()
      },
      onData: (stream, _session, done) => stream.resume().on('end', done),
    })
    const { send, check } = senderTo(url, undefined, publicUrl === undefined ? {} : { publicUrl })
    await check()
    await send()
    expect(greetings).toEqual([name, name])
  })
})

/** A mail server with its default self-signed certificate. `encrypted` has one entry per email. */
async function openOutOfTheBox(more: SMTPServerOptions = {}) {
  const passwords: unknown[] = []
  const encrypted: boolean[] = []
  const answers: SMTPServerOptions = {
    disabledCommands: [],
    // Otherwise it warns about its own certificate.
    logger: false,
    onAuth({ username, password }, _session, done) {
      passwords.push(password)
      done(null, { user: username })
    },
    onData(stream, session, done) {
      encrypted.push(session.secure)
      stream.resume().on('end', done)
    },
  }
  const { port } = new URL(await listenForMail({ ...answers, ...more }, 0, '0.0.0.0'))
  return { port, encrypted, passwords }
}

/** Also this machine, but not one of its known names. */
const elsewhere = '0.0.0.0'

describe('a mail server with a self-signed certificate', () => {
  it.each([
    ['smtp://127.0.0.1', 'done'],
    ['smtp://user:word@localhost', 'done'],
    ['smtps://127.0.0.1', 'done'],
    // Clear text would work.
    [`smtp://${elsewhere}`, 'done'],
    [`smtp://user:word@${elsewhere}`, expect.stringMatching(/CERT/)],
    [`smtps://${elsewhere}`, expect.stringMatching(/CERT/)],
  ])('as %s gets encrypted emails or none, and the error says why', async (address, outcome) => {
    const { port, encrypted } = await openOutOfTheBox({ secure: address.startsWith('smtps') })
    const { check, send } = senderTo(`${address}:${port}`)
    for (const attempt of [check, send])
      expect(await attempt().then(() => 'done', getErrorKind)).toEqual(outcome)
    expect(encrypted).toEqual(outcome === 'done' ? [true] : [])
  })
})

describe('a mail server without encryption', () => {
  it('gets a password only on this machine', async () => {
    // Or someone in between removed the offer.
    const clearText = { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }
    const { port, encrypted, passwords } = await openOutOfTheBox(clearText)
    const remote = senderTo(`smtp://user:word@${elsewhere}:${port}`)
    // The owner and the log see it.
    expect(remote.where).toBe(`smtp://${elsewhere}:${port}`)
    expect(await remote.send().then(() => 'sent', getErrorKind)).toMatch(/TLS/)
    expect(passwords).toEqual([])
    await senderTo(`smtp://${elsewhere}:${port}`).send()
    await senderTo(`smtp://user:word@127.0.0.1:${port}`).send()
    expect(passwords).toEqual(['word'])
    expect(encrypted).toEqual([false, false])
  })
})
