/**
 * `move` copies everything from the SQLite database in DATA_DIR to the empty PostgreSQL database that DATABASE_URL
 * names, and compares what has arrived. Stop the server before; the SQLite file stays as it is.
 */

import { existsSync } from 'node:fs'
import { commands } from '../../../copy/terminal.ts'
import { sqliteFile } from '../../storage/open-engine.ts'
import { CommandFault, runCommand } from './run-command.ts'
import { transfer } from './transfer.ts'

const words = commands.move

await runCommand({ usage: words.usage }, async (_typed, config) => {
  const fromFile = sqliteFile(config.dataDir)
  if (config.databaseUrl === undefined) throw new CommandFault(words.noTarget, 2)
  if (!existsSync(fromFile)) throw new CommandFault(words.nothing(config.dataDir))
  await transfer(fromFile, config)
})
