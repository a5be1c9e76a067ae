import type { Logger } from 'pino'
import { msPerDay } from '../../booking/milliseconds.ts'
import { removeKeptMails } from '../mail/transports/remove-kept-mails.ts'
import { anonymizeEndedBefore } from '../storage/anonymize.ts'
import type { Engine } from '../storage/engine.ts'

interface Dependencies {
  engine: Engine
  dataDir: string
  /** How many days after an appointment its client is forgotten; undefined: never. */
  retentionDays: number | undefined
  now: () => number
  log: Logger
}

/** Makes appointments anonymous once they are older than the owner's limit: at the start, and every day. */
export function startRetention({ engine, dataDir, retentionDays, now, log }: Dependencies) {
  if (retentionDays === undefined) return { stop: async () => {} }
  const endedBeforeMs = () => now() - retentionDays * msPerDay
  let running = Promise.resolve()

  async function forget(): Promise<void> {
    try {
      for (;;) {
        const ids = await anonymizeEndedBefore(engine, endedBeforeMs())
        await removeKeptMails(dataDir, ids)
        if (ids.length === 0) return
        log.info({ appointments: ids.length }, 'old appointments made anonymous')
      }
    } catch (error) {
      log.error(
        { fault: error instanceof Error ? error.name : 'unknown' },
        'old appointments were not made anonymous',
      )
    }
  }

  const begin = () => {
    running = forget()
  }
  begin()
  const timer = setInterval(begin, msPerDay)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}
