import { renameSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { commands } from '#copy/terminal.ts'
import { ConfigError } from '../lib/errors.ts'
import { makeFolder } from '../lib/files-and-secrets.ts'

const words = commands.backup

function check(file: string): number {
  using copy = new DatabaseSync(file)
  // Moves the write-ahead log into the database, so the backup is one file.
  copy.exec('pragma journal_mode = delete')
  const verdict = copy.prepare('pragma integrity_check').get()?.integrity_check
  if (verdict !== 'ok') throw new ConfigError(words.damaged(String(verdict)))
  return Number(copy.prepare('select count(*) as count from appointments').get()?.count)
}

/**
 * Names the file only once it's complete and on disk.
 * @param copy - writes everything to the file that it gets
 * @returns its number of appointments
 */
export async function writeBackup(file: string, copy: (file: string) => Promise<void>): Promise<number> {
  const unfinished = `${file}.part`
  try {
    makeFolder(dirname(file))
    rmSync(unfinished, { force: true })
    await using handle = await open(unfinished, 'wx', 0o600)
    try {
      await copy(unfinished)
      const count = check(unfinished)
      await handle.sync()
      renameSync(unfinished, file)
      return count
    } catch (error) {
      rmSync(unfinished, { force: true })
      throw error
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new ConfigError(words.failed(file, error.message), { cause: error })
  }
}
