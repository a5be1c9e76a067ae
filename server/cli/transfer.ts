import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { commands } from '#copy/terminal.ts'
import type { Config } from '../config.ts'
import { copyDatabase, DatabaseNotEmpty } from '../db/copy.ts'
import { openSqlite } from '../db/sqlite.ts'
import { ConfigError, getErrorCode, StorageUnavailable } from '../lib/errors.ts'
import { makeFolder } from '../lib/files-and-secrets.ts'
import { openDatabase } from '../open.ts'
import { CommandError } from './command.ts'

const words = commands.transfer

/** Returns whether it's a database of this program. Opening another one would add our empty tables to it. */
function isOurs(file: string): boolean {
  using database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare("select 1 from sqlite_schema where name = 'appointments'").get() !== undefined
  } catch (error) {
    throw new ConfigError(words.unreadable, { cause: error })
  }
}

type Copy = (from: string, to: string) => void

async function openCopy(file: string, to: string, copy: Copy) {
  try {
    copy(file, to)
    return await openSqlite(to, { beforeUpgrade: async () => {} })
  } catch (error) {
    if (!(error instanceof StorageUnavailable) && getErrorCode(error) !== 'ERR_SQLITE_ERROR') throw error
    throw new ConfigError(words.unreadable, { cause: error })
  }
}

/**
 * Copies everything from a file to the configured database, and compares the rows.
 * @param copy - copies the file. Only the copy is opened and upgraded
 * @param target - the message if the database isn't empty, unless it's replaced
 */
export async function transfer(
  fromFile: string,
  copy: Copy,
  config: Config,
  target: { notEmpty: string; replace?: boolean },
): Promise<void> {
  if (!isOurs(fromFile)) throw new ConfigError(words.foreign)
  makeFolder(config.dataDir)
  await using opened = new AsyncDisposableStack()
  const folder = mkdtempSync(join(config.dataDir, 'restore-'))
  opened.defer(() => rmSync(folder, { recursive: true, force: true }))
  const from = await openCopy(fromFile, join(folder, 'backup.sqlite'), copy)
  opened.defer(() => from.close())
  const to = await openDatabase(config, { upgrades: true })
  opened.defer(() => to.close())
  const tables = await copyDatabase(from, to, target.replace ?? false).catch((error) => {
    throw error instanceof DatabaseNotEmpty ? new CommandError(target.notEmpty) : error
  })
  for (const { table, rows } of tables) console.log(`${table}: ${rows}`)
  console.log(words.done)
}
