import { describe, expect, it } from 'vitest'
import { eventUid, shopDomain } from '../../booking/calendar-event.ts'
import { noticeEveryMs } from '../../server/db/job-views.ts'
import { leaseFrom } from '../../server/db/jobs.ts'
import { delivered } from '../../server/jobs/worker.ts'
import { engines } from './support/engines.ts'
import { type Owed, openOwed } from './support/owed.ts'

const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']

async function bookAll(owed: Owed): Promise<string[]> {
  const ids: string[] = []
  for (const time of times) ids.push(await owed.book(time))
  return ids
}

/** Does it as often as there are consultations, over as many connections, which are there already. */
async function atOnce<T>({ owed, now }: Owed, work: (index: number) => Promise<T>): Promise<T[]> {
  await Promise.all(times.map(() => owed.owed(now())))
  return Promise.all(times.map((_, index) => work(index)))
}

const owedOf = async ({ owed, now }: Owed, kind: string) =>
  (await owed.owed(now())).filter((one) => one.kind === kind)

describe.each(engines)('what is found at the same moment, kept in %s', (engine) => {
  it('is one notice, though many follow-ups have failed', async () => {
    const owed = await openOwed(engine)
    await bookAll(owed)
    const jobs = await owed.jobs.claimDue(leaseFrom(owed.now()), times.length, ['calendar-event'])
    expect(jobs).toHaveLength(times.length)
    await atOnce(owed, async (index) => {
      const job = jobs[index]
      if (job) await owed.owed.queueAlert(job, 'trouble-mail', owed.now(), noticeEveryMs)
    })
    expect(await owedOf(owed, 'trouble-mail')).toHaveLength(1)
  })

  it('is one notice, though several readings have missed the same events', async () => {
    const owed = await openOwed(engine)
    const calendar = 'https://calendar.example/business/'
    for (const id of await bookAll(owed)) {
      const { startEpochMs, endEpochMs } = (await owed.appointments.findByIds([id]))[0] ?? {}
      if (startEpochMs === undefined || endEpochMs === undefined) throw new Error('The test has booked it.')
      const event = {
        uid: eventUid(id, shopDomain),
        sequence: 0,
        status: 'confirmed',
        startEpochMs,
        endEpochMs,
      } as const
      await owed.syncedEvents.record(calendar, {
        ...event,
        suspectedChange: 'on-hold',
        suspectedAtMs: owed.now(),
      })
    }
    const areOwed = await atOnce(owed, () => owed.calendarNews.queueNotice(calendar, owed.now()))
    expect(areOwed.filter((isOwed) => isOwed)).toHaveLength(1)
  })
})

describe('what is given up while the owner is being told of another', () => {
  it('is told in the next notice', async () => {
    const { jobs, owed, book, now, wind } = await openOwed('SQLite')
    const claimed = async (kind: 'client-invitation' | 'trouble-event') =>
      (await jobs.claimDue(leaseFrom(now()), 1, [kind]))[0] ?? expect.fail(`No ${kind} is due.`)
    const giveUp = async () => {
      const job = await claimed('client-invitation')
      await jobs.giveUp(job, now(), 'there is no such mailbox')
      await owed.queueAlert(job, 'trouble-event', now(), noticeEveryMs)
    }
    for (const time of times.slice(0, 2)) await book(time)
    await giveUp()
    const notice = await claimed('trouble-event')
    const stuck = await owed.stuck('trouble-event', now())
    await giveUp()
    await owed.markAlerted(stuck, now())
    await jobs.complete(notice, delivered('a@calendar'), now())
    expect(await jobs.claimDue(leaseFrom(now()), 1, ['trouble-event'])).toEqual([])
    wind(noticeEveryMs)
    await claimed('trouble-event')
    expect((await owed.stuck('trouble-event', now())).map(({ isAlerted }) => isAlerted)).toEqual([
      true,
      false,
    ])
  })
})

describe.each(engines)('what was given up and several try again at the same moment, kept in %s', (engine) => {
  it('reaches each client once', async () => {
    const owed = await openOwed(engine)
    const { jobs, now } = owed
    const ids = await bookAll(owed)
    const claim = () => jobs.claimDue(leaseFrom(now()), times.length, ['client-invitation'])
    for (const job of await claim()) await jobs.giveUp(job, now(), 'there is no such mailbox')
    const reached: string[] = []
    const deliver = async () => {
      for (const job of await claim()) {
        reached.push(job.subject.id)
        await jobs.complete(job, delivered('a@mail'), now())
      }
    }
    await atOnce(owed, async () => {
      await owed.owed.retry(now())
      await deliver()
    })
    await deliver()
    expect(reached.toSorted()).toEqual(ids.toSorted())
  })
})
