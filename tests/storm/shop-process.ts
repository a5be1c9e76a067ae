import { startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'

// A server process with a clock that the storm can set.
let clockAheadMs = Number(process.env.STORM_CLOCK_AHEAD_MS ?? 0)
process.on('message', (message) => {
  clockAheadMs = Number(message)
})
process.on('disconnect', () => process.exit())

try {
  const now = () => Date.now() + clockAheadMs
  await startServer({ config: readConfig(process.env), now, distDir: process.env.STORM_DIST ?? '' })
  process.send?.('ready')
} catch (error) {
  // If the database is down, the process that started this one does so again.
  if (!(error instanceof StorageUnavailable)) console.error(error)
  process.exit(1)
}
