import { describe, expect, it } from 'vitest'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { leaseFrom } from '../../server/db/jobs.ts'
import {
  alertEveryMs,
  failingJobs,
  queueCalendarNotice,
  queueFailureAlert,
} from '../../server/jobs/alerts.ts'
import { delivered } from '../../server/jobs/worker.ts'
import { engines } from './support/engines.ts'
import { openQueue, type Queue } from './support/queue.ts'

const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']

async function bookAll(queue: Queue): Promise<string[]> {
  const ids: string[] = []
  for (const time of times) ids.push(await queue.book(time))
  return ids
}

/** Does it as often as there are consultations, over as many connections, which are there already. */
async function atOnce<T>({ jobViews, now }: Queue, work: (index: number) => Promise<T>): Promise<T[]> {
  await Promise.all(times.map(() => jobViews.unfinished(now())))
  return Promise.all(times.map((_, index) => work(index)))
}

const unfinishedOf = async ({ jobViews, now }: Queue, kind: string) =>
  (await jobViews.unfinished(now())).filter((one) => one.kind === kind)

describe.each(engines)('several findings at the same moment, in %s', (engine) => {
  it('cause one alert for many failed jobs', async () => {
    const queue = await openQueue(engine)
    await bookAll(queue)
    const jobs = await queue.jobs.claimDue(leaseFrom(queue.now()), times.length, ['calendar-event'])
    expect(jobs).toHaveLength(times.length)
    await atOnce(queue, async (index) => {
      const job = jobs[index]
      if (job) await queueFailureAlert(queue.jobViews, job, 'trouble-mail', queue.now())
    })
    expect(await unfinishedOf(queue, 'trouble-mail')).toHaveLength(1)
  })

  it('cause one notice for several polls that miss the same events', async () => {
    const queue = await openQueue(engine)
    const calendar = 'https://calendar.example/business/'
    for (const id of await bookAll(queue)) {
      const { startEpochMs, endEpochMs } = (await queue.appointments.findByIds([id]))[0] ?? {}
      if (startEpochMs === undefined || endEpochMs === undefined) throw new Error('The test has booked it.')
      const event = {
        uid: eventUid(id, shopDomain),
        sequence: 0,
        status: 'confirmed',
        startEpochMs,
        endEpochMs,
      } as const
      await queue.syncedEvents.record(calendar, {
        ...event,
        suspectedChange: 'on-hold',
        suspectedAtMs: queue.now(),
      })
    }
    const areQueued = await atOnce(queue, () => queueCalendarNotice(queue.polls, calendar, queue.now()))
    expect(areQueued.filter((isQueued) => isQueued)).toHaveLength(1)
  })
})

describe('a job that fails for good while an alert about another is sent', () => {
  it('is in the next alert', async () => {
    const { jobs, jobViews, book, now, wind } = await openQueue('SQLite')
    const claimed = async (kind: 'client-invitation' | 'trouble-event') =>
      (await jobs.claimDue(leaseFrom(now()), 1, [kind]))[0] ?? expect.fail(`No ${kind} is due.`)
    const failNext = async () => {
      const job = await claimed('client-invitation')
      await jobs.fail(job, now(), 'there is no such mailbox')
      await queueFailureAlert(jobViews, job, 'trouble-event', now())
    }
    for (const time of times.slice(0, 2)) await book(time)
    await failNext()
    const notice = await claimed('trouble-event')
    const failing = await failingJobs(jobViews, 'trouble-event', now())
    await failNext()
    await jobViews.markAlerted(failing, now())
    await jobs.complete(notice, delivered('a@calendar'), now())
    expect(await jobs.claimDue(leaseFrom(now()), 1, ['trouble-event'])).toEqual([])
    wind(alertEveryMs)
    await claimed('trouble-event')
    expect((await failingJobs(jobViews, 'trouble-event', now())).map(({ isAlerted }) => isAlerted)).toEqual([
      true,
      false,
    ])
  })
})

describe.each(engines)('failed jobs that several processes retry at the same moment, in %s', (engine) => {
  it('reach each client once', async () => {
    const queue = await openQueue(engine)
    const { jobs, now } = queue
    const ids = await bookAll(queue)
    const claim = () => jobs.claimDue(leaseFrom(now()), times.length, ['client-invitation'])
    for (const job of await claim()) await jobs.fail(job, now(), 'there is no such mailbox')
    const reached: string[] = []
    const deliver = async () => {
      for (const job of await claim()) {
        reached.push(job.subject.id)
        await jobs.complete(job, delivered('a@mail'), now())
      }
    }
    await atOnce(queue, async () => {
      await queue.jobViews.retry(now())
      await deliver()
    })
    await deliver()
    expect(reached.toSorted()).toEqual(ids.toSorted())
  })
})
