import type { Logger } from 'pino'
import { msPerDay } from '../../booking/milliseconds.ts'
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

/**
 * Makes appointments anonymous once they are older than the owner's limit, and finishes what was begun of it: at the
 * start, and every day.
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

  async function run(): Promise<void> {
    try {
      if (retentionDays !== undefined) await forgetOld(retentionDays)
      await removeKeptMails(dataDir, clients)
      await clients.purge()
    } catch (error) {
      const fault = error instanceof Error ? error.name : 'unknown'
      log.error({ fault }, 'old appointments were not made anonymous')
    }
  }

  let running = run()
  const timer = setInterval(() => {
    running = run()
  }, msPerDay)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
