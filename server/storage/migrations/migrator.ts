import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Tables } from '../tables.ts'
import { sharedMigrations } from './migrations.ts'
import type { SchemaWords } from './schema-words.ts'

interface EngineMigrations {
  words: SchemaWords
  /** What only this engine has, by name. */
  own: Record<string, Migration>
}

/** Migrations that a newer version has made; they are there to stay, and this version can work with them. */
async function madeByNewerVersions(db: Kysely<Tables>, known: ReadonlySet<string>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map((row) => row.name).filter((name) => !known.has(name))
}

/** What brings a database to the newest schema, shared changes and the engine's own in the order of their names. */
export async function createMigrator(db: Kysely<Tables>, engine: EngineMigrations): Promise<Migrator> {
  const shared = Object.entries(sharedMigrations).map(([name, make]) => [name, make(engine.words)] as const)
  const known = new Map<string, Migration>([...shared, ...Object.entries(engine.own)])
  for (const name of await madeByNewerVersions(db, new Set(known.keys()))) {
    known.set(name, { up: async () => {} })
  }
  return new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(known) } })
}
