import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { migrations } from '../../server/db/migrations.ts'
import { firstSchema } from '../support/first-schema.ts'

it.each([
  ['SQLite', 'b69df7beb588a7fffa21659ad0b70844e8ff8dc106335a1b044329783b5de48e'],
  ['PostgreSQL', '7ccdc8bfa50eeb2f8edd98a03cf83fd5041f05f4bc18867e67bb713902e89cd7'],
] as const)('the first schema on %s is unchanged since version 0.1.0', async (engine, digest) => {
  const statements = (await firstSchema(engine)).join(';\n')
  expect(createHash('sha256').update(statements).digest('hex')).toBe(digest)
})

it('each migration has its own file, and they run in the order of their numbers', () => {
  const files = readdirSync(join(import.meta.dirname, '../../server/db/migrations')).sort()
  expect(migrations.map(({ name }) => `${name}.ts`)).toEqual(files)
})
