import { execFile } from 'node:child_process'
import { pino } from 'pino'
import { start } from '#copy/terminal.ts'
import { business } from '#shop/business.ts'
import { type RunningServer, startServer } from './app.ts'
import { linkLastsMinutes } from './auth/sign-in-links.ts'
import { explain } from './cli/command.ts'
import { type Config, processConfig } from './config.ts'
import { logOutput } from './lib/log-output.ts'
import { version } from './lib/version.ts'

/** The demo shop's addresses end in `.example`, which no one can own. */
const isDemo = business.website.url.endsWith('.example/')

function announce(server: RunningServer, { calendar, publicUrl, isStaging }: Config): void {
  console.log(start.page(server.publicUrl))
  console.log(start.mails(server.mailWhere))
  console.log(start.calendar(server.calendarWhere) + (calendar.kind === 'feed' ? start.subscribe : ''))
  if (isStaging) console.log(start.staging)
  if (publicUrl && isDemo) console.log(start.demoIsPublic(publicUrl))
  if (server.firstDeskLink) console.log(start.desk(linkLastsMinutes, server.firstDeskLink))
}

/** Notifies systemd twice per `WatchdogSec`. If the event loop hangs, systemd restarts the server. */
function notifyWatchdog(): void {
  const watchdogMs = Number(process.env.WATCHDOG_USEC) / 1000
  if (!watchdogMs) return
  const notify = () => execFile('systemd-notify', ['WATCHDOG=1'], () => {})
  setInterval(notify, watchdogMs / 2).unref()
}

/** Not `once`, because a second signal mustn't cut the shutdown short. */
const signalled = (signal: NodeJS.Signals) =>
  new Promise<void>((resolve) => void process.on(signal, () => resolve()))

/**
 * Runs the server until SIGINT or SIGTERM.
 * @param distDir - the built page, if not the repository's own
 */
export async function runProcess(distDir?: string): Promise<void> {
  notifyWatchdog()
  try {
    const config = processConfig()
    const log = pino({}, logOutput(process.stdout.fd))
    log.info({ version }, 'starting')
    const server = await startServer({ config, log, distDir })
    announce(server, config)
    await Promise.race([signalled('SIGINT'), signalled('SIGTERM')])
    await server.close()
    process.exit()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
