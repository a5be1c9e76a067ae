/**
 * `move` copies everything from the SQLite database in DATA_DIR to the empty PostgreSQL database that DATABASE_URL
 * names, and compares what has arrived. Stop the server before; the SQLite file stays as it is.
 */
import { existsSync } from 'node:fs'
import { shop } from '../../../booking/shop.ts'
import { sqliteFile } from '../../storage/open-engine.ts'
import { runCommand } from './run-command.ts'
import { transfer } from './transfer.ts'

await runCommand(async (_words, config) => {
  const fromFile = sqliteFile(config.dataDir)
  if (config.databaseUrl === undefined) {
    console.error('Set DATABASE_URL to the address of the PostgreSQL database to move to.')
    return 2
  }
  if (!existsSync(fromFile)) {
    console.error(`There is no database in ${config.dataDir}. Look at DATA_DIR.`)
    return 1
  }
  return transfer({ fromFile, config, capacity: shop.opening.capacity, replace: false })
})
