import { startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'

// One server process of the storm: the real server, with a clock that the storm can set.

let clockAheadMs = Number(process.env.STORM_CLOCK_AHEAD_MS ?? 0)
process.on('message', (message) => {
  clockAheadMs = Number(message)
})
process.on('disconnect', () => process.exit())

try {
  await startServer({
    config: readConfig(process.env),
    now: () => Date.now() + clockAheadMs,
    distDir: process.env.STORM_DIST ?? '',
  })
  process.send?.('ready')
} catch (error) {
  // The database is down too; whoever has started us does it again.
  if (!(error instanceof StorageUnavailable)) console.error(error)
  process.exit(1)
}
