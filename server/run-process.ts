import { pino } from 'pino'
import { type RunningServer, startServer } from './app.ts'
import { ConfigFault, processConfig } from './config/config.ts'
import { readEnvFile } from './config/env-file.ts'
import { PageMissing } from './http/pages/templates.ts'
import { StorageUnavailable } from './storage/errors.ts'

/** A sentence for what the owner can put right; anything else is ours to mend, and comes with its stack. */
function explain(error: unknown): unknown {
  if (error instanceof ConfigFault || error instanceof PageMissing) return error.message
  if (error instanceof StorageUnavailable) return `${error.message} Look at the folder DATA_DIR.`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Another program listens on that PORT already. Stop it, or choose another PORT.'
  }
  return error
}

function giveUp(error: unknown): never {
  console.error(explain(error))
  process.exit(1)
}

function announce({ publicUrl, mailWhere, calendarWhere }: RunningServer): void {
  console.log(`The page is at ${publicUrl}`)
  console.log(`Mails go to ${mailWhere}`)
  console.log(`The calendar is at ${calendarWhere} (subscribe to it; keep the address to yourself)`)
}

/**
 * Runs the server with the settings of this process until a signal stops it.
 * @param distDir - the built page, when it is not the repository's own
 */
export async function runProcess(distDir?: string): Promise<void> {
  try {
    const config = processConfig(readEnvFile('.env'))
    const server = await startServer({ config, log: pino(), ...(distDir ? { distDir } : {}) })
    announce(server)
    const stop = () => void server.close().then(() => process.exit(0), giveUp)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  } catch (error) {
    giveUp(error)
  }
}
