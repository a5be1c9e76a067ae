import { destination, pino } from 'pino'
import type { CalendarSettings } from './config/calendar-settings.ts'
import { processConfig } from './config/config.ts'
import { readEnvFile } from './config/env-file.ts'
import { explain } from './operations/explain.ts'
import { type RunningServer, startServer } from './start-server.ts'

function giveUp(error: unknown): never {
  console.error(explain(error))
  process.exit(1)
}

function announce({ publicUrl, mailWhere, calendarWhere }: RunningServer, calendar: CalendarSettings): void {
  console.log(`The page is at ${publicUrl}`)
  console.log(`Mails go to ${mailWhere}`)
  const hint = calendar.kind === 'feed' ? ' (subscribe to it; keep the address to yourself)' : ''
  console.log(`The calendar is at ${calendarWhere}${hint}`)
}

/**
 * Runs the server with the settings of this process until a signal stops it.
 * @param distDir - the built page, when it is not the repository's own
 */
export async function runProcess(distDir?: string): Promise<void> {
  try {
    const config = processConfig(readEnvFile('.env'))
    // Written beside the requests, many lines at a time; what is left is written when the process ends.
    const log = pino(destination({ sync: false, minLength: 4096, periodicFlush: 500 }))
    const server = await startServer({ config, log, ...(distDir ? { distDir } : {}) })
    announce(server, config.calendar)
    const stop = () => void server.close().then(() => process.exit(0), giveUp)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  } catch (error) {
    giveUp(error)
  }
}
