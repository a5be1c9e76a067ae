import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Engine } from './engine.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/** The SQLite database of a data folder. */
export const sqliteFile = (dataDir: string) => join(dataDir, 'appointments.sqlite')

/**
 * The database that the settings name, brought to the newest schema.
 *
 * @param seats - how many appointments may overlap, for a server that starts; the database refuses one more. What an
 *   owner does at the terminal leaves them as they are, and may wait longer for its queries than visitors
 * @throws {StorageUnavailable} when it cannot be opened or written
 */
export async function openEngine(
  { databaseUrl, databaseConnections, dataDir }: Config,
  seats?: number,
): Promise<Engine> {
  if (databaseUrl === undefined) return openSqlite(sqliteFile(dataDir), seats)
  // Most shops never need its driver.
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(databaseUrl, seats, databaseConnections)
}
