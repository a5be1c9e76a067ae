import { sql } from 'kysely'
import { doctor as copy } from '../../../copy/doctor.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
import { faultOf } from '../../base/fault.ts'
import type { Config } from '../../config/config.ts'
import type { Engine } from '../../storage/engine.ts'
import type { Storage } from '../../storage/storage.ts'
import { type Finding, failure, fine } from './finding.ts'

async function checkIntegrity({ db }: Engine): Promise<Finding> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows[0]?.integrity_check === 'ok' ? fine(copy.database.whole) : failure(copy.database.damaged)
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
    const todo = databaseUrl ? copy.database.serverTodo : copy.database.folderTodo
    const isKnown = error instanceof StorageUnavailable
    const what = isKnown ? copy.database.noBooking(error.message) : copy.database.noWrite(faultOf(error))
    return [failure({ what, todo })]
  }
  const written = fine(copy.database.fine)
  // PostgreSQL checks its pages as it reads them, where its checksums are on; that is its administrator's to decide.
  return databaseUrl ? [written] : [written, await checkIntegrity(engine)]
}
