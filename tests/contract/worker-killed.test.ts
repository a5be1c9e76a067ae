import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import PostalMime from 'postal-mime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type JobKind, jobKinds } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { createOpeningHours } from '../../server/appointments/opening-hours.ts'
import { createManageLinks } from '../../server/appointments/service.ts'
import { distOfRepository, readBuiltPage } from '../../server/built-page.ts'
import { embeddedCalendar } from '../../server/calendar/feed.ts'
import { leaseMs } from '../../server/db/jobs.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { openStores } from '../../server/db/stores.ts'
import { createHandlers, jobPolicy } from '../../server/jobs/handlers.ts'
import { createWorker } from '../../server/jobs/worker.ts'
import { emlFolder } from '../../server/mail/eml-folder.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { openFile } from './support/engines.ts'
import { listenForMail } from './support/listen-for-mail.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, temporaryFolder, testNoon, until } from './support/shop-server.ts'
import { openDesk } from './support/use-cases.ts'

/** A process has the real clock, so its clients book a month ahead. */
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
        // Nothing more is taken of the dead: neither half a message nor the other one, which was on its way too.
        if (!isDone || !sessionsOfTheVictim.has(id)) received.push(messageId)
        strike('before it learns that the message was taken')
        done()
      }, done)
    },
  })
  return { received, url, struck: () => isDone }
}

/**
 * SMTP cannot take back a message: one that was taken before the sender learned of it comes again, with the same
 * Message-ID, by which mail programs know it.
 */
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
  const database = openFile(env.DATA_DIR)
  const read = (sql: string) => Number(database.prepare(sql).get()?.at)
  const dueAgainMs = read(
    "select max(max(leased_until_ms, due_at_ms)) as at from jobs where status = 'pending' and leased_until_ms > 0",
  )
  const second = spawnServer(env, folder, distDir)
  await addressOf(second)
  await until(() => peer.received.length === mailsAfter(moment) && new Set(peer.received).size === 2)
  // It finishes what it has begun; what comes twice would come until then.
  second.child.kill('SIGTERM')
  await second.exited
  return {
    received: peer.received,
    struck: peer.struck(),
    dueAgainInMs: dueAgainMs - killedAtMs,
  }
}

describe('a server that is killed while it sends an email', () => {
  it('sends each email within 30 seconds of its restart, at whatever moment it was killed', async () => {
    const outcomes = await Promise.all(moments.map(killedAt))
    for (const [index, { received, struck, dueAgainInMs }] of outcomes.entries()) {
      const context = { moment: moments[index] }
      expect({ ...context, struck }).toEqual({ ...context, struck: true })
      // What is due is found within five seconds (worker-timer.test.ts); the rest is how fast the machine is.
      expect(dueAgainInMs).toBeLessThanOrEqual(18_000)
      expect({ ...context, count: received.length }).toEqual({
        ...context,
        count: mailsAfter(moments[index]),
      })
      expect(new Set(received).size).toBe(2)
    }
  })
})

const kinds: JobKind[] = ['calendar-event', 'business-notification', 'client-invitation']

describe('a lost attempt', () => {
  for (const gap of [
    'before it delivered',
    'between its delivery and its completion',
    'after its completion',
  ] as const) {
    it(`${gap} leads to one event and one email each`, async () => {
      const folder = temporaryFolder()
      const engine = await openSqlite(join(folder, 'appointments.sqlite'), 1)
      onTestFinished(() => engine.close())
      const storage = await openStores(engine)
      let nowEpochMs = testNoon
      const now = () => nowEpochMs
      const mails = join(folder, 'mail')
      const mailer = emlFolder(mails, 'shop@example.com')
      const handlers = createHandlers({
        calendar: embeddedCalendar(storage.events, now, '/calendar.ics'),
        remoteId: null,
        polls: storage.polls,
        mailer,
        uidDomain: storage.uidDomain,
        mailFrom: 'shop@example.com',
        businessEmail: 'owner@example.com',
        changes: storage.changes,
        manageLinks: createManageLinks(storage.manageTokens, () => 'http://localhost', now),
        jobViews: storage.jobViews,
        similarBookings: null,
        appointments: storage.appointments,
        publicUrl: () => 'http://localhost',
        views: readBuiltPage(distOfRepository).views,
        openingHours: createOpeningHours(storage.hours, shop, now),
        now,
      })
      await openDesk(storage, { now }).book(ann, 0)

      // The attempt of a process that dies: it takes the rows, and gets as far as the gap.
      const jobs = await storage.jobs.claimDue({ nowEpochMs, endsAtMs: nowEpochMs + leaseMs }, 10, jobKinds)
      expect(jobs.map((job) => job.kind).sort()).toEqual([...kinds].sort())
      for (const job of gap === 'before it delivered' ? [] : jobs) {
        const outcome = await handlers[job.kind](job.subject, AbortSignal.timeout(5000))
        if (gap === 'after its completion') await storage.jobs.complete(job, outcome, nowEpochMs)
      }

      // Nobody else touches them while the lease lasts; then another process does what is left.
      expect(
        await storage.jobs.claimDue({ nowEpochMs, endsAtMs: nowEpochMs + leaseMs }, 10, jobKinds),
      ).toEqual([])
      nowEpochMs += leaseMs
      const worker = createWorker({
        store: storage.jobs,
        handlers,
        policy: jobPolicy({ mailer, jobViews: storage.jobViews, timeZone: shop.timeZone, now }),
        now,
        log: pino({ level: 'silent' }),
      })
      worker.start()
      await until(async () =>
        (await storage.jobViews.unfinished(nowEpochMs)).every((row) => row.kind === 'client-reminder'),
      )
      await worker.stop()
      expect(await storage.events.endingAfter(0)).toHaveLength(1)
      expect(readdirSync(mails).filter((name) => name.endsWith('.eml'))).toHaveLength(2)
    })
  }
})
