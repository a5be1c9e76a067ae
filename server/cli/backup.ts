/** Writes everything to one SQLite file while the server runs, from either engine, and opens it to verify it. */

import { existsSync, renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { commands } from '#copy/terminal.ts'
import type { Config } from '../config.ts'
import { copyDatabase } from '../db/copy.ts'
import { openSqlite } from '../db/sqlite.ts'
import { ConfigError } from '../lib/errors.ts'
import { giveToFolderOwner, makeFolder } from '../lib/files-and-secrets.ts'
import { sqliteFile } from '../open.ts'
import { CommandError, expectDatabase, runCommand, withDatabase } from './command.ts'

const words = commands.backup

function defaultFile(dataDir: string): string {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  return join(dataDir, 'backups', `${stamp}.sqlite`)
}

/** Vacuums into the file, because a plain copy would keep deleted rows in its gaps. */
function copySqlite(dataDir: string, file: string): void {
  using source = new DatabaseSync(sqliteFile(dataDir), { readOnly: true, timeout: 5000 })
  source.prepare('vacuum into ?').run(file)
}

async function copyPostgres(config: Config, file: string): Promise<void> {
  const to = await openSqlite(file)
  try {
    await withDatabase(config, (_storage, from) => copyDatabase(from, to))
  } finally {
    await to.close()
  }
}

function check(file: string): number {
  using copy = new DatabaseSync(file)
  // Moves the write-ahead log into the database, so the backup is one file.
  copy.exec('pragma journal_mode = delete')
  const verdict = copy.prepare('pragma integrity_check').get()?.integrity_check
  if (verdict !== 'ok') throw new CommandError(words.damaged(String(verdict)))
  return Number(copy.prepare('select count(*) as count from appointments').get()?.count)
}

/** Names the file only once it's complete and on the disk. @returns its number of appointments */
async function write(config: Config, file: string): Promise<number> {
  const unfinished = `${file}.part`
  makeFolder(dirname(file))
  rmSync(unfinished, { force: true })
  await using handle = await open(unfinished, 'wx', 0o600)
  try {
    if (config.databaseUrl === undefined) copySqlite(config.dataDir, unfinished)
    else await copyPostgres(config, unfinished)
    const count = check(unfinished)
    await handle.sync()
    renameSync(unfinished, file)
    return count
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

await runCommand({ usage: words.usage, most: 1 }, async ({ words: [wanted] }, config) => {
  const file = wanted === undefined ? defaultFile(config.dataDir) : resolve(wanted)
  if (existsSync(file)) throw new CommandError(words.isThere(file))
  expectDatabase(config)
  try {
    const count = await write(config, file)
    // A file that the administrator named stays the administrator's.
    if (wanted === undefined) giveToFolderOwner(file)
    console.log(words.done(count, file))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new ConfigError(words.failed(file, error.message), { cause: error })
  }
})
