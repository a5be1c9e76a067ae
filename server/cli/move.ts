/** Copies the SQLite database in DATA_DIR to the empty PostgreSQL database at DATABASE_URL, and compares the rows. */

import { existsSync } from 'node:fs'
import { commands } from '#copy/terminal.ts'
import { copySqlite } from '../db/sqlite.ts'
import { sqliteFile } from '../open.ts'
import { CommandError, runCommand } from './command.ts'
import { transfer } from './transfer.ts'

const words = commands.move

await runCommand({ usage: words.usage }, async (_typed, config) => {
  const fromFile = sqliteFile(config.dataDir)
  if (config.databaseUrl === undefined) throw new CommandError(words.noTarget, 2)
  if (!existsSync(fromFile)) throw new CommandError(words.nothing(config.dataDir))
  await transfer(fromFile, copySqlite, config, words)
})
