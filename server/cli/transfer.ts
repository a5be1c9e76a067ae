import { DatabaseSync } from 'node:sqlite'
import { commands } from '#copy/terminal.ts'
import type { Config } from '../config.ts'
import { copyDatabase, DatabaseNotEmpty } from '../db/copy.ts'
import { openSqlite } from '../db/sqlite.ts'
import { ConfigError, StorageUnavailable } from '../lib/errors.ts'
import { openDatabase } from '../open.ts'
import { CommandError } from './command.ts'

const words = commands.transfer

/** Returns whether it's a database of this program. Opening another one would add our empty tables to it. */
function isOurs(file: string): boolean {
  using database = new DatabaseSync(file)
  try {
    return database.prepare("select 1 from sqlite_schema where name = 'appointments'").get() !== undefined
  } catch (error) {
    throw new ConfigError(words.unreadable, { cause: error })
  }
}

export async function transfer(fromFile: string, config: Config, replace = false): Promise<void> {
  if (!isOurs(fromFile)) throw new ConfigError(words.foreign)
  await using opened = new AsyncDisposableStack()
  const from = await openSqlite(fromFile).catch((error) => {
    throw error instanceof StorageUnavailable ? new ConfigError(words.unreadable, { cause: error }) : error
  })
  opened.defer(() => from.close())
  const to = await openDatabase(config)
  opened.defer(() => to.close())
  const copied = await copyDatabase(from, to, replace).catch((error) => {
    throw error instanceof DatabaseNotEmpty ? new CommandError(words.notEmpty) : error
  })
  for (const { table, rows } of copied) console.log(`${table}: ${rows}`)
  console.log(words.done)
}
