import { execFile } from 'node:child_process'
import { destination, pino } from 'pino'
import { start } from '#copy/terminal.ts'
import { type RunningServer, startServer } from './app.ts'
import { linkLastsMinutes } from './auth/sign-in-links.ts'
import { explain } from './cli/command.ts'
import { type CalendarSettings, processConfig } from './config.ts'

function announce(server: RunningServer, calendar: CalendarSettings): void {
  console.log(start.page(server.publicUrl))
  console.log(start.mails(server.mailWhere))
  console.log(start.calendar(server.calendarWhere) + (calendar.kind === 'feed' ? start.subscribe : ''))
  if (server.firstDeskLink) console.log(start.desk(linkLastsMinutes, server.firstDeskLink))
}

/** Notifies systemd twice per `WatchdogSec`. If the event loop hangs, systemd restarts the server. */
function notifyWatchdog(): void {
  const watchdogMs = Number(process.env.WATCHDOG_USEC) / 1000
  if (!watchdogMs) return
  const notify = () => execFile('systemd-notify', ['WATCHDOG=1'], () => {})
  setInterval(notify, watchdogMs / 2).unref()
}

/** Not `once`: a second signal mustn't cut the shutdown short. */
const signalled = (signal: NodeJS.Signals) =>
  new Promise<void>((resolve) => void process.on(signal, () => resolve()))

/** Runs the server until SIGINT or SIGTERM. @param distDir - the built page, if not the repository's own */
export async function runProcess(distDir?: string): Promise<void> {
  notifyWatchdog()
  try {
    const config = processConfig()
    const log = pino(destination({ sync: false, minLength: 16_000, periodicFlush: 500 }))
    const server = await startServer({ config, log, distDir })
    announce(server, config.calendar)
    await Promise.race([signalled('SIGINT'), signalled('SIGTERM')])
    await server.close()
    process.exit()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
