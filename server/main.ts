import { pino } from 'pino'
import { type RunningServer, startServer } from './app.ts'
import { ConfigFault, processConfig } from './config/config.ts'
import { readEnvFile } from './config/env-file.ts'
import { PageMissing } from './http/pages/templates.ts'
import { StorageUnavailable } from './storage/errors.ts'

const log = pino()

/** What the owner can put right comes as a sentence; anything else is ours, with its stack. */
function giveUp(error: unknown): never {
  const expected = error instanceof ConfigFault || error instanceof PageMissing
  console.error(expected ? error.message : explain(error))
  process.exit(1)
}

function explain(error: unknown): unknown {
  if (error instanceof StorageUnavailable) return `${error.message} Look at the folder DATA_DIR.`
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return 'Another program listens on that PORT already. Stop it, or choose another PORT.'
  }
  return error
}

function announce({ publicUrl, mailWhere, calendarWhere }: RunningServer): void {
  console.log(`The page is at ${publicUrl}`)
  console.log(`Mails go to ${mailWhere}`)
  console.log(`The calendar is at ${calendarWhere} (subscribe to it; keep the address to yourself)`)
}

async function main(): Promise<void> {
  const server = await startServer({ config: processConfig(readEnvFile('.env')), log })
  announce(server)
  const stop = () => void server.close().then(() => process.exit(0), giveUp)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
}

await main().catch(giveUp)
