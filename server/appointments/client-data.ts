import type { Logger } from 'pino'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import type { ClientStore, ClockReadings, KnownBy } from '../db/clients.ts'
import { getErrorKind } from '../lib/errors.ts'
import { jobsForAnonymizing } from './follow-up-jobs.ts'

const apartMs = 20 * msPerHour

/**
 * Adds a reading of the clock. Deletion can't be undone, so it waits for two readings, far enough apart, that both say
 * the time has come. A clock that was ahead once gains at most a day on the previous reading.
 */
export function addReading(known: ClockReadings | null, nowEpochMs: number): ClockReadings {
  if (!known) return { readAtMs: nowEpochMs, agreedMs: null }
  const { readAtMs, agreedMs } = known
  // One of the two is wrong, and no one knows which.
  if (nowEpochMs < readAtMs) {
    return { readAtMs: nowEpochMs, agreedMs: agreedMs === null ? null : Math.min(agreedMs, nowEpochMs) }
  }
  if (nowEpochMs - readAtMs < apartMs) return known
  return { readAtMs: nowEpochMs, agreedMs: Math.min(nowEpochMs, readAtMs + msPerDay) }
}

export type ClientDeletion =
  | { status: 'deleted'; appointments: number; emails: number }
  | { status: 'upcoming'; startsMs: number[] }
  /** The client would still come, because the cancellation email hasn't gone out yet. */
  | { status: 'not-notified' }

/**
 * Anonymizes all appointments of a client. The next purge removes the data from the database's own files.
 * @param notify - tries to send the email about the appointment with that id now
 */
export async function deleteClientData(
  clients: ClientStore,
  removeKeptEmails: () => Promise<number>,
  client: KnownBy,
  nowEpochMs: number,
  notify: (appointmentId: string) => Promise<unknown> = async () => {},
): Promise<ClientDeletion> {
  const found = await clients.appointmentsOf(client)
  const toCome = found.filter((appointment) => appointment.endEpochMs > nowEpochMs)
  const startsMs = toCome.flatMap((appointment) =>
    appointment.status === 'confirmed' ? appointment.startEpochMs : [],
  )
  if (startsMs.length > 0) return { status: 'upcoming', startsMs }
  const unnotified = () =>
    clients.awaitingEmail(toCome.flatMap((appointment) => (appointment.email ? appointment.id : [])))
  await Promise.all((await unnotified()).map(notify))
  if ((await unnotified()).length > 0) return { status: 'not-notified' }
  const ids = found.map(({ id }) => id)
  await clients.anonymize(ids, nowEpochMs, jobsForAnonymizing(nowEpochMs), true)
  return { status: 'deleted', appointments: found.length, emails: await removeKeptEmails() }
}

interface RetentionDeps {
  clients: ClientStore
  removeKeptEmails: () => Promise<number>
  retentionDays: number | undefined
  now: () => number
  log: Logger
}

const purgeEveryMs = 10 * msPerMinute

export async function purgeFiles(clients: ClientStore, log: Logger): Promise<void> {
  try {
    await clients.purge()
  } catch (error) {
    log.error({ error: getErrorKind(error) }, 'deleted client data is not purged from the files yet')
  }
}

/** Anonymizes appointments older than the owner's limit, at startup and every day, and purges the files. */
export function startRetention({ clients, removeKeptEmails, retentionDays, now, log }: RetentionDeps) {
  async function anonymizeOld(days: number): Promise<void> {
    const { agreedMs } = await clients.readClock((known) => addReading(known, now()))
    if (agreedMs === null) return
    const endedBeforeMs = agreedMs - days * msPerDay
    for (;;) {
      const ids = await clients.endedBefore(endedBeforeMs)
      if (ids.length === 0) return
      await clients.anonymize(ids, endedBeforeMs, jobsForAnonymizing(endedBeforeMs), false)
      log.info({ appointments: ids.length }, 'old appointments anonymized')
    }
  }

  const purge = () => purgeFiles(clients, log)

  async function run(): Promise<void> {
    try {
      if (retentionDays !== undefined) await anonymizeOld(retentionDays)
      await removeKeptEmails()
    } catch (error) {
      log.error({ error: getErrorKind(error) }, 'old appointments were not anonymized')
    }
    await purge()
  }

  let running = run()
  const runEvery = (ms: number, work: () => Promise<void>) =>
    setInterval(() => {
      running = running.then(work)
    }, ms)
  const timers = [runEvery(msPerDay, run), runEvery(purgeEveryMs, purge)]
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      await running
    },
  }
}
