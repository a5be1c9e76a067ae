import { pino } from 'pino'
import { type RunningServer, startServer } from './app.ts'
import { ConfigFault, processConfig } from './config/config.ts'
import { readEnvFile } from './config/env-file.ts'
import { PageMissing } from './http/pages/templates.ts'
import { StorageUnavailable } from './storage/errors.ts'

/** What the system refuses, and what the owner can do about it. */
const refusals = new Map([
  ['EADDRINUSE', 'Another program listens on that PORT already. Stop it, or choose another PORT.'],
  ['EADDRNOTAVAIL', 'This machine has no such HOST. Choose 127.0.0.1, or 0.0.0.0 for all its addresses.'],
  ['EACCES', 'This program may not write to the folder DATA_DIR, or may not listen on that PORT.'],
  ['EROFS', 'The folder DATA_DIR is on a disk that is read-only.'],
  ['ENOSPC', 'The disk with the folder DATA_DIR is full.'],
])

/** A sentence for what the owner can put right; anything else is ours to mend, and comes with its stack. */
function explain(error: unknown): unknown {
  if (error instanceof ConfigFault || error instanceof PageMissing) return error.message
  if (error instanceof StorageUnavailable) return `${error.message} Look at DATA_DIR or DATABASE_URL.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return refusals.get(code) ?? error
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
