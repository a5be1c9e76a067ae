import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { appointments } from './migrations/0001-appointments.ts'

/** In the order of their names; one that has been published is never changed. */
const migrations = { '0001-appointments': appointments }

/**
 * Brings the database to the newest schema.
 * @throws what made a migration fail; the database is then as it was before
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  await db.connection().execute(async (connection) => {
    // Two processes can start on one new file; the second waits here and finds the work done.
    await sql`begin immediate`.execute(connection)
    const migrator = new Migrator({
      db: connection,
      provider: { getMigrations: async () => migrations },
    })
    const { error } = await migrator.migrateToLatest({ disableTransactions: true })
    await sql.raw(error ? 'rollback' : 'commit').execute(connection)
    if (error) throw error
  })
}
