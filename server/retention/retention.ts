import type { Logger } from 'pino'
import { msPerDay, msPerMinute } from '../../booking/time.ts'
import { faultOf } from '../base/fault.ts'
import { removeKeptMails } from '../mail/transports/kept-mails.ts'
import type { ClientStore } from './client-store.ts'
import { withReading } from './clock-readings.ts'

interface Dependencies {
  clients: ClientStore
  dataDir: string
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
    log.error({ fault: faultOf(error) }, 'the files are not cleared yet of those who were forgotten')
  }
}

/**
 * Makes appointments anonymous once they are older than the owner's limit, and finishes what was begun of it: at the
 * start, and every day. The database's files are looked at every few minutes, where that could not be done at once.
 */
export function startRetention({ clients, dataDir, retentionDays, now, log }: Dependencies) {
  async function forgetOld(days: number): Promise<void> {
    const { agreedMs } = await clients.readClock((known) => withReading(known, now()))
    if (agreedMs === null) return
    const endedBeforeMs = agreedMs - days * msPerDay
    for (;;) {
      const ids = await clients.endedBefore(endedBeforeMs)
      if (ids.length === 0) return
      await clients.forget(ids, endedBeforeMs)
      log.info({ appointments: ids.length }, 'old appointments made anonymous')
    }
  }

  const clear = () => clearFiles(clients, log)

  async function run(): Promise<void> {
    try {
      if (retentionDays !== undefined) await forgetOld(retentionDays)
      await removeKeptMails(dataDir, clients)
    } catch (error) {
      log.error({ fault: faultOf(error) }, 'old appointments were not made anonymous')
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
