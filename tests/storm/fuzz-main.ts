import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDistFixture } from '../contract/support/dist-fixture.ts'
import { fuzz } from './fuzz.ts'
import { startServers } from './server-pool.ts'
import { table } from './table.ts'
import { typedOptions } from './typed-options.ts'

const usage = `Usage: npm run fuzz -- [OPTIONS]

Sends random requests to every call of a server of its own, and checks its answers and its memory.

  --requests NUMBER   default 50000
  --seed NUMBER       default 1; the same seed repeats a run`

const values = typedOptions(usage, { requests: '50000', seed: '1' })
const parts = 10
const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
const servers = await startServers(1, {
  DATA_DIR: join(folder, 'data'),
  RATE_LIMIT_PER_MINUTE: '0',
  STORM_DIST: writeDistFixture(folder),
})
let failures = 0
try {
  for (let part = 0; part < parts; part++) {
    const { requests, faults } = await fuzz({
      url: servers.urls[0] ?? '',
      requests: Math.ceil(Number(values.requests) / parts),
      seed: Number(values.seed) * parts + part,
    })
    failures += faults.length
    const memory = Math.round((await servers.memoryBytes(0)) / 2 ** 20)
    console.log(
      table([
        ['requests', requests],
        ['faults', faults.length],
        ['memory, MiB', memory],
      ]),
    )
    for (const fault of faults.slice(0, 5)) console.log(fault.slice(0, 500))
  }
} finally {
  await servers.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exit(failures === 0 ? 0 : 1)
