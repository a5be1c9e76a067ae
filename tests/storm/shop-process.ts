import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { StorageUnavailable } from '../../server/lib/errors.ts'

// A server process with a clock that the storm can set.
let clockAheadMs = Number(process.env.STORM_CLOCK_AHEAD_MS ?? 0)
process.on('message', (message) => {
  clockAheadMs = Number(message)
})
process.on('disconnect', () => process.exit())

// Ends as it answers such a request: the work is done, and no one knows.
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  const writeHead = () => process.kill(process.pid, 'SIGKILL')
  if (request.headers['x-storm'] === 'end') Object.assign(response, { writeHead })
})

try {
  const now = () => Date.now() + clockAheadMs
  await startServer({ config: readConfig(process.env), now, distDir: process.env.STORM_DIST ?? '' })
  process.send?.('ready')
} catch (error) {
  // If the database is down, the parent process restarts this one.
  if (!(error instanceof StorageUnavailable)) console.error(error)
  process.exit(1)
}
