import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDistFixture } from '../contract/support/dist-fixture.ts'
import { fuzz } from './fuzz.ts'
import { startServers } from './server-pool.ts'
import { printTable, typedOptions } from './terminal.ts'

const usage = `Usage: npm run fuzz -- [OPTIONS]

Sends random requests to every call of a server of its own, and checks its answers.

  --requests NUMBER   default 50000
  --seed NUMBER       default 1; the same seed repeats a run`

const values = typedOptions(usage, { requests: '50000', seed: '1' })
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
const servers = await startServers(1, {
  DATA_DIR: join(folder, 'data'),
  RATE_LIMIT_PER_MINUTE: '0',
  STORM_DIST: writeDistFixture(folder),
})
const [url = ''] = servers.urls
const parts = 10
const requests = Math.ceil(Number(values.requests) / parts)
const faults: string[] = []
try {
  for (let part = 0; part < parts; part++)
    faults.push(...(await fuzz({ url, requests, seed: Number(values.seed) * parts + part })).faults)
} finally {
  await servers.stop()
  rmSync(folder, { recursive: true, force: true })
}
printTable(Object.entries({ requests: requests * parts, faults: faults.length }))
for (const fault of faults.slice(0, 5)) console.log(fault.slice(0, 500))
process.exit(faults.length === 0 ? 0 : 1)
