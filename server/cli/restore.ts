/** Restores a backup into either engine, completely or not at all. Without --replace, the database must be empty. */

import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '#copy/terminal.ts'
import { makeFolder } from '../lib/files-and-secrets.ts'
import { CommandError, runCommand } from './command.ts'
import { transfer } from './transfer.ts'

const words = commands.restore

const grammar = { usage: words.usage, most: 1, options: ['replace'] }

await runCommand(grammar, async ({ words: [file], options }, config) => {
  if (file === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
    throw new CommandError(file === undefined ? words.usage : words.noFile(file), 2)
  }
  makeFolder(config.dataDir)
  // Opens a copy, because opening a database writes to its file.
  const folder = mkdtempSync(join(config.dataDir, 'restore-'))
  try {
    const copy = join(folder, 'backup.sqlite')
    copyFileSync(file, copy)
    await transfer(copy, config, options.has('replace'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
