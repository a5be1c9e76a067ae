import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it('a failed test run exits with 1, even though it imports embedded PostgreSQL', () => {
  const module = join(import.meta.dirname, '../support/postgres-server.ts')
  const run = `await import(${JSON.stringify(module)}); process.exitCode = 3`
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', run]).status).toBe(3)
})
