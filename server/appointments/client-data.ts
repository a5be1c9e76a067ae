import type { Logger } from 'pino'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import type { ClientStore, ClockReadings, KnownBy } from '../db/clients.ts'
import { errorKind } from '../lib/errors.ts'
import { jobsOfAnonymizing } from './follow-up-jobs.ts'

/** A clock that is ahead is set right sooner than that, or nobody looks at it at all. */
const apartMs = 20 * msPerHour

/**
 * What another reading adds. What cannot be undone waits for two readings far enough apart that both say its time has
 * come: a clock that was ahead for once gains no more than a day on the reading before.
 */
export function withReading(known: ClockReadings | null, nowEpochMs: number): ClockReadings {
  if (!known) return { readAtMs: nowEpochMs, agreedMs: null }
  const { readAtMs, agreedMs } = known
  // One of them is wrong, and nobody knows which.
  if (nowEpochMs < readAtMs) {
    return { readAtMs: nowEpochMs, agreedMs: agreedMs === null ? null : Math.min(agreedMs, nowEpochMs) }
  }
  if (nowEpochMs - readAtMs < apartMs) return known
  return { readAtMs: nowEpochMs, agreedMs: Math.min(nowEpochMs, readAtMs + msPerDay) }
}

export type ClientDeletion =
  | { status: 'forgotten'; appointments: number; mails: number }
  /** Of appointments that are still to come: when they start, epoch milliseconds. Nothing was forgotten. */
  | { status: 'expected'; startsMs: number[] }
  /** The client would come, because the mail that it was cancelled is still owed. Nothing was forgotten. */
  | { status: 'not-told' }

/**
 * Makes all appointments of a client anonymous, unless one is still to come, or was cancelled and the client does not
 * know yet. Of the database's own files they are gone once those are purged.
 *
 * @param removeKeptEmails - removes the emails that were kept as files; returns how many
 * @param tell - tries at once to tell the client how the appointment with that id stands
 */
export async function deleteClientData(
  clients: ClientStore,
  removeKeptEmails: () => Promise<number>,
  client: KnownBy,
  nowEpochMs: number,
  tell: (appointmentId: string) => Promise<unknown> = async () => {},
): Promise<ClientDeletion> {
  const found = await clients.appointmentsOf(client)
  const toCome = found.filter((one) => one.endEpochMs > nowEpochMs)
  const startsMs = toCome.flatMap((one) => (one.status === 'confirmed' ? one.startEpochMs : []))
  if (startsMs.length > 0) return { status: 'expected', startsMs }
  const untold = () => clients.untold(toCome.flatMap((one) => (one.email ? one.id : [])))
  await Promise.all((await untold()).map(tell))
  if ((await untold()).length > 0) return { status: 'not-told' }
  const ids = found.map(({ id }) => id)
  await clients.anonymize(ids, nowEpochMs, jobsOfAnonymizing(nowEpochMs))
  return { status: 'forgotten', appointments: found.length, mails: await removeKeptEmails() }
}

interface Dependencies {
  clients: ClientStore
  removeKeptEmails: () => Promise<number>
  /** How many days after an appointment its client is forgotten; undefined: never. */
  retentionDays: number | undefined
  now: () => number
  log: Logger
}

/** Whoever reads a table keeps it from being cleared, but not for long. */
const clearEveryMs = 10 * msPerMinute

/** Clears the database's files of those who were forgotten: they are, also where that has to wait for the next time. */
export async function clearFiles(clients: ClientStore, log: Logger): Promise<void> {
  try {
    await clients.purge()
  } catch (error) {
    log.error({ fault: errorKind(error) }, 'the files are not cleared yet of those who were forgotten')
  }
}

/**
 * Makes appointments anonymous once they are older than the owner's limit, and finishes what was begun of it: at the
 * start, and every day. The database's files are looked at every few minutes, where that could not be done at once.
 */
export function startRetention({ clients, removeKeptEmails, retentionDays, now, log }: Dependencies) {
  async function forgetOld(days: number): Promise<void> {
    const { agreedMs } = await clients.readClock((known) => withReading(known, now()))
    if (agreedMs === null) return
    const endedBeforeMs = agreedMs - days * msPerDay
    for (;;) {
      const ids = await clients.endedBefore(endedBeforeMs)
      if (ids.length === 0) return
      await clients.anonymize(ids, endedBeforeMs, jobsOfAnonymizing(endedBeforeMs))
      log.info({ appointments: ids.length }, 'old appointments made anonymous')
    }
  }

  const clear = () => clearFiles(clients, log)

  async function run(): Promise<void> {
    try {
      if (retentionDays !== undefined) await forgetOld(retentionDays)
      await removeKeptEmails()
    } catch (error) {
      log.error({ fault: errorKind(error) }, 'old appointments were not made anonymous')
    }
    await clear()
  }

  let running = run()
  const runEvery = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      running = running.then(work)
    }, ms)
  const timers = [runEvery(msPerDay, run), runEvery(clearEveryMs, clear)]
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await running
    },
  }
}
