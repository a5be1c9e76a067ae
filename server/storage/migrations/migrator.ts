import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from '../tables.ts'
import { sharedMigrations } from './migrations.ts'
import type { SchemaWords, Steps } from './schema-words.ts'

const migration = (steps: Steps): Migration => ({
  async up(db) {
    for (const step of steps) await (typeof step === 'function' ? step(db) : step.execute(db))
  },
})

/**
 * Migrations that a newer version has made; they are there to stay, and this version can work with them. One that is
 * unknown among those that this version knows is none of them: the database is not what it seems.
 */
async function madeByNewerVersions(db: Db, known: readonly string[]): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some((table) => table.name === 'kysely_migration')) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  const newestKnown = known.toSorted().at(-1) ?? ''
  return rows.map((row) => row.name).filter((name) => name > newestKnown)
}

/**
 * Brings a database to the newest schema: shared changes and the engine's own, in the order of their names.
 * @param db - in a transaction, which the caller ends
 * @param own - what only this engine has, by name
 * @returns the names of those that a newer version has made, and this one does not know
 * @throws what made one fail
 */
export async function migrateToNewest(db: Db, words: SchemaWords, own: Record<string, Steps>) {
  const known = { ...sharedMigrations(words), ...own }
  const newer = await madeByNewerVersions(db, Object.keys(known))
  // Kysely refuses a database with migrations that nobody names.
  for (const name of newer) known[name] = []
  const migrations = Object.entries(known).map(([name, steps]) => [name, migration(steps)])
  const provider = { getMigrations: async () => Object.fromEntries(migrations) }
  // Where Kysely does not know of the transaction, it would begin one of its own.
  const migrator = new Migrator({ db, provider, disableTransactions: !db.isTransaction })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
  return newer
}
