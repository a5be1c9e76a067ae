import { sql } from 'kysely'
import { faultOf } from '../../base/fault.ts'
import type { Config } from '../../config/config.ts'
import type { Engine } from '../../storage/engine.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Finding, fine, lost } from './finding.ts'

async function checkIntegrity({ db }: Engine): Promise<Finding> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows[0]?.integrity_check === 'ok'
    ? fine('The database file is whole.')
    : lost(
        'The database file is damaged.',
        'Stop the server and restore the newest backup (see docs/operations.md).',
      )
}

/** Writes into the database, as a booking would, and looks through the file for damage. */
export async function checkStorage(
  { databaseUrl }: Config,
  engine: Engine,
  storage: Storage,
  nowEpochMs: number,
): Promise<Finding[]> {
  try {
    await storage.checkWritable(nowEpochMs)
  } catch (error) {
    return [
      lost(
        `The database does not take a write (${faultOf(error)}): no booking can be taken.`,
        databaseUrl ? 'Look at the database server that DATABASE_URL names.' : 'Look at the folder DATA_DIR.',
      ),
    ]
  }
  const written = fine('The database takes a write.')
  // PostgreSQL checks its pages as it reads them, where its checksums are on; that is its administrator's to decide.
  return databaseUrl ? [written] : [written, await checkIntegrity(engine)]
}
