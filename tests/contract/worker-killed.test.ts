import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { type JobKind, jobKinds } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { createOpeningHours } from '../../server/appointments/opening-hours.ts'
import { createManageLinks } from '../../server/appointments/service.ts'
import { distOfRepository, readBuiltPage } from '../../server/built-page.ts'
import { embeddedCalendar } from '../../server/calendar/feed.ts'
import { leaseFrom, leaseMs } from '../../server/db/jobs.ts'
import { createHandlers, jobPolicy } from '../../server/jobs/handlers.ts'
import { createWorker } from '../../server/jobs/worker.ts'
import { emlFolder } from '../../server/mail/eml-folder.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { openFile } from './support/engines.ts'
import { listenForMail } from './support/mail-server.ts'
import { openQueue } from './support/queue.ts'
import { atTestNoon } from './support/run-command.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, temporaryFolder, until } from './support/shop-server.ts'

/** Processes have the real clock, so clients book a month ahead. */
const later = { ...ann, appointment_date: bookableDay(30) }

const moments = [
  'when it connects',
  'between sender and recipient',
  'with the message half sent',
  'before it learns that the message was taken',
] as const

type Moment = (typeof moments)[number]

/** A mail server that kills the sender at that moment, the first time. */
async function killingMailServer(moment: Moment, victim: () => ChildProcess) {
  const received: string[] = []
  const sessionsOfTheVictim = new Set<string>()
  let isDone = false
  function strike(now: Moment): boolean {
    if (isDone || now !== moment) return false
    isDone = true
    victim().kill('SIGKILL')
    return true
  }
  const url = await listenForMail({
    onConnect({ id }, done) {
      if (!isDone) sessionsOfTheVictim.add(id)
      strike('when it connects')
      done()
    },
    onMailFrom(_address, _session, done) {
      strike('between sender and recipient')
      done()
    },
    onData(stream, { id }, done) {
      strike('with the message half sent')
      stream.toArray().then(async (chunks) => {
        const { messageId = '' } = await PostalMime.parse(Buffer.concat(chunks))
        // A killed sender's half message, or its other message on the way, doesn't count.
        if (!isDone || !sessionsOfTheVictim.has(id)) received.push(messageId)
        strike('before it learns that the message was taken')
        done()
      }, done)
    },
  })
  return { received, url, struck: () => isDone }
}

/** SMTP can't take back a message: it comes again, with the same Message-ID. */
const mailsAfter = (moment: Moment | undefined) =>
  moment === 'before it learns that the message was taken' ? 3 : 2

async function killedAt(moment: Moment) {
  const folder = temporaryFolder()
  const distDir = writeDistFixture(folder)
  let child: ChildProcess | undefined
  const peer = await killingMailServer(moment, () => {
    if (!child) throw new Error('The server does not run.')
    return child
  })
  const env = { PORT: '0', DATA_DIR: join(folder, 'data'), SMTP_URL: peer.url }
  const first = spawnServer(env, folder, distDir)
  child = first.child
  await bookAt(await addressOf(first), later)
  await first.exited
  const killedAtMs = Date.now()
  const leases = "from jobs where status = 'pending' and leased_until_ms > 0"
  const row = openFile(env.DATA_DIR)
    .prepare(`select max(max(leased_until_ms, due_at_ms)) as at ${leases}`)
    .get()
  const dueAgainMs = Number(row?.at)
  const whenDue = { ...atTestNoon, TEST_NOON_MS: String(dueAgainMs) }
  const second = spawnServer({ ...env, ...whenDue }, folder, distDir)
  await addressOf(second)
  await until(() => peer.received.length === mailsAfter(moment) && new Set(peer.received).size === 2)
  // Stopping finishes running jobs, so a duplicate would have arrived by then.
  second.child.kill('SIGTERM')
  await second.exited
  return { received: peer.received, struck: peer.struck(), dueAgainInMs: dueAgainMs - killedAtMs }
}

describe('a server that is killed while it sends an email', () => {
  it('sends each email within 30 seconds of its restart, at whatever moment it was killed', async () => {
    const outcomes = await Promise.all(moments.map(killedAt))
    for (const [index, { received, struck, dueAgainInMs }] of outcomes.entries()) {
      const context = { moment: moments[index] }
      expect({ ...context, struck }).toEqual({ ...context, struck: true })
      // The worker finds a due job within five seconds (worker-timer.test.ts).
      expect(dueAgainInMs).toBeLessThanOrEqual(18_000)
      const count = mailsAfter(moments[index])
      expect({ ...context, count: received.length }).toEqual({ ...context, count })
      expect(new Set(received).size).toBe(2)
    }
  })
})

const kinds: JobKind[] = ['calendar-event', 'business-notification', 'client-invitation']

describe('a lost attempt', () => {
  it.each([
    'before it delivered',
    'between its delivery and its completion',
    'after its completion',
  ] as const)('%s leads to one event and one email each', async (gap) => {
    const queue = await openQueue('SQLite')
    const { jobs: store, jobViews, now, wind } = queue
    const mails = join(temporaryFolder(), 'mail')
    const mailer = emlFolder(mails, 'shop@example.com')
    const handlers = createHandlers({
      ...queue,
      calendar: embeddedCalendar(queue.events, now, '/calendar.ics'),
      remoteId: null,
      mailer,
      mailFrom: 'shop@example.com',
      businessEmail: 'owner@example.com',
      manageLinks: createManageLinks(queue.manageTokens, () => 'http://localhost', now),
      similarBookings: null,
      publicUrl: () => 'http://localhost',
      views: readBuiltPage(distOfRepository).views,
      openingHours: createOpeningHours(queue.hours, shop, now),
    })
    await queue.book('10:00')

    // The attempt of a process that dies at the gap.
    const jobs = await store.claimDue(leaseFrom(now()), 10, jobKinds)
    expect(jobs.map((job) => job.kind).sort()).toEqual([...kinds].sort())
    for (const job of gap === 'before it delivered' ? [] : jobs) {
      const outcome = await handlers[job.kind](job.subject, AbortSignal.timeout(5000))
      if (gap === 'after its completion') await store.complete(job, outcome, now())
    }

    // No one else claims them while the lease lasts; then another process does the rest.
    expect(await store.claimDue(leaseFrom(now()), 10, jobKinds)).toEqual([])
    wind(leaseMs)
    const policy = jobPolicy({ mailer, jobViews, timeZone: shop.timeZone, now })
    const worker = createWorker({ store, handlers, policy, now, log: pino({ level: 'silent' }) })
    worker.start()
    await until(async () => (await jobViews.unfinished(now())).every((row) => row.kind === 'client-reminder'))
    await worker.stop()
    expect(await queue.events.endingAfter(0)).toHaveLength(1)
    expect(readdirSync(mails).filter((name) => name.endsWith('.eml'))).toHaveLength(2)
  })
})
