import { destination, pino } from 'pino'
import { start } from '../copy/terminal.ts'
import { type RunningServer, startServer } from './app.ts'
import { linkLastsMinutes } from './auth/sign-in-links.ts'
import { explain } from './cli/command.ts'
import { type CalendarSettings, processConfig } from './config.ts'

function announce(server: RunningServer, calendar: CalendarSettings): void {
  const { publicUrl, mailWhere, calendarWhere, firstDeskLink } = server
  console.log(start.page(publicUrl))
  console.log(start.mails(mailWhere))
  const hint = calendar.kind === 'feed' ? start.subscribe : ''
  console.log(start.calendar(calendarWhere) + hint)
  if (firstDeskLink) console.log(start.desk(linkLastsMinutes, firstDeskLink))
}

const lookForParentMs = 1000

/** Resolves once this process has another parent than that one, because that one has ended. */
function orphaned(parentPid: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parentPid) return
      clearInterval(timer)
      resolve()
    }, lookForParentMs).unref()
  })
}

/**
 * Whoever asks again does not cut it short: of one Ctrl+C the terminal tells all its processes, and scripts/run.mjs
 * passes it on.
 */
const signalled = (signal: NodeJS.Signals) =>
  new Promise<void>((resolve) => void process.on(signal, () => resolve()))

interface ProcessOptions {
  /** The built page, when it is not the repository's own. */
  distDir?: string | undefined
  /** The process with which this one ends, too, when it was started by npm: scripts/run.mjs says why. */
  parentPid?: number | undefined
}

/** Runs the server with the settings of this process until a signal stops it. */
export async function runProcess({ distDir, parentPid }: ProcessOptions): Promise<void> {
  try {
    const config = processConfig()
    // Written beside the requests, many lines at a time; what is left is written when the process ends.
    const log = pino(destination({ sync: false, minLength: 16_000, periodicFlush: 500 }))
    const server = await startServer({ config, log, distDir })
    announce(server, config.calendar)
    await Promise.race([
      signalled('SIGINT'),
      signalled('SIGTERM'),
      ...(parentPid === undefined ? [] : [orphaned(parentPid)]),
    ])
    await server.close()
    process.exit()
  } catch (error) {
    console.error(explain(error))
    process.exit(1)
  }
}
