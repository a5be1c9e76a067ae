import { DatabaseSync } from 'node:sqlite'
import { commands } from '../../../copy/terminal.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
import { type Config, ConfigFault } from '../../config/config.ts'
import { copyDatabase, DatabaseNotEmpty } from '../../storage/copy-database.ts'
import { openEngine } from '../../storage/open-engine.ts'
import { openSqlite } from '../../storage/sqlite/open-sqlite.ts'
import { CommandFault } from './run-command.ts'

const words = commands.transfer

/** A database of ours: another, or an empty file, would be brought up to date and be one without an appointment. */
function isOurs(file: string): boolean {
  using database = new DatabaseSync(file)
  try {
    return database.prepare("select 1 from sqlite_schema where name = 'appointments'").get() !== undefined
  } catch (error) {
    throw new ConfigFault(words.unreadable, { cause: error })
  }
}

/** @param config - names the database that it goes to */
export async function transfer(fromFile: string, config: Config, replace = false): Promise<void> {
  if (!isOurs(fromFile)) throw new ConfigFault(words.foreign)
  await using opened = new AsyncDisposableStack()
  const from = await openSqlite(fromFile).catch((error) => {
    throw error instanceof StorageUnavailable ? new ConfigFault(words.unreadable, { cause: error }) : error
  })
  opened.defer(() => from.close())
  const to = await openEngine(config)
  opened.defer(() => to.close())
  const copied = await copyDatabase(from, to, replace).catch((error) => {
    throw error instanceof DatabaseNotEmpty ? new CommandFault(words.notEmpty) : error
  })
  for (const { table, rows } of copied) console.log(`${table}: ${rows}`)
  console.log(words.done)
}
