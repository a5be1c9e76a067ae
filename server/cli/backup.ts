/** Writes everything to one SQLite file while the server runs, from either engine, and opens it to verify it. */

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { commands } from '#copy/terminal.ts'
import { giveToFolderOwner } from '../lib/files-and-secrets.ts'
import { backUp, backupFolder, newBackupPath } from '../open.ts'
import { CommandError, expectDatabase, runCommand } from './command.ts'

const words = commands.backup

/** A name that this command generated. Backups from before an upgrade and all other files stay. */
const dated = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.sqlite$/

function prune(folder: string, keep: number): void {
  const outdated = readdirSync(folder)
    .filter((name) => dated.test(name))
    .sort()
    .slice(0, -keep)
  for (const name of outdated) rmSync(join(folder, name))
  console.log(words.pruned(outdated.length, folder))
}

function numberOf(keep: unknown): number | null {
  if (keep === undefined) return null
  if (!/^[1-9]\d{0,4}$/.test(String(keep))) throw new CommandError(words.usage, 2)
  return Number(keep)
}

/** An unreadable path is reported when the command writes the backup to it. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const grammar = { usage: words.usage, most: 1, values: ['keep'] }

await runCommand(grammar, async ({ words: [wanted], values }, config) => {
  const keep = numberOf(values.keep)
  const path = resolve(wanted ?? backupFolder(config.dataDir))
  const isNamed = wanted !== undefined && !isFolder(path)
  // The command recognizes old files by their dates, which an administrator's own names don't have.
  if (isNamed && keep !== null) throw new CommandError(words.keepInFolder, 2)
  const file = isNamed ? path : newBackupPath(path)
  if (existsSync(file)) throw new CommandError(words.isThere(file))
  expectDatabase(config)
  const count = await backUp(config, file)
  // A file that the administrator named keeps its owner.
  if (wanted === undefined) giveToFolderOwner(file)
  console.log(words.done(count, file))
  if (keep !== null) prune(dirname(file), keep)
})
