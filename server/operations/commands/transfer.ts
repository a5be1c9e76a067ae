import { DatabaseSync } from 'node:sqlite'
import { shop } from '../../../booking/shop.ts'
import { commands } from '../../../site/copy/terminal.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
import { type Config, ConfigFault } from '../../config/config.ts'
import { copyDatabase, DatabaseNotEmpty } from '../../storage/copy-database.ts'
import { openEngine } from '../../storage/open-engine.ts'
import { openSqlite } from '../../storage/sqlite/open-sqlite.ts'

const words = commands.transfer

interface Transfer {
  fromFile: string
  /** Names the database that it goes to. */
  config: Config
  replace: boolean
}

/** A database of ours: another, or an empty file, would be brought up to date and be one without an appointment. */
function isOurs(file: string): boolean {
  const database = new DatabaseSync(file)
  try {
    return database.prepare("select 1 from sqlite_schema where name = 'appointments'").get() !== undefined
  } catch (error) {
    throw new ConfigFault(words.unreadable, { cause: error })
  } finally {
    database.close()
  }
}

export async function transfer({ fromFile, config, replace }: Transfer): Promise<number> {
  if (!isOurs(fromFile)) throw new ConfigFault(words.foreign)
  const { capacity } = shop.opening
  const from = await openSqlite(fromFile, capacity).catch((error) => {
    throw error instanceof StorageUnavailable ? new ConfigFault(words.unreadable, { cause: error }) : error
  })
  try {
    const to = await openEngine(config, capacity, 'owner')
    try {
      for (const { table, rows } of await copyDatabase(from, to, replace)) console.log(`${table}: ${rows}`)
    } finally {
      await to.close()
    }
  } catch (error) {
    if (!(error instanceof DatabaseNotEmpty)) throw error
    console.error(words.notEmpty)
    return 1
  } finally {
    await from.close()
  }
  console.log(words.done)
  return 0
}
