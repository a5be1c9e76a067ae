import { existsSync } from 'node:fs'
import { shop } from '../../../booking/shop.ts'
import { commands as words } from '../../../site/copy/terminal.ts'
import { type Config, ConfigFault, processConfig } from '../../config/config.ts'
import { readEnvFile } from '../../config/env-file.ts'
import type { Engine } from '../../storage/engine.ts'
import { openEngine, sqliteFile } from '../../storage/open-engine.ts'
import { createStorage, type Storage } from '../../storage/storage.ts'
import { explain } from '../explain.ts'

/**
 * Runs what was typed and ends the process with its exit code; what fails comes as a sentence where the owner can put
 * it right.
 *
 * @param command - takes the words after the command's name and the settings
 */
export async function runCommand(
  command: (words: string[], config: Config) => Promise<number>,
): Promise<void> {
  try {
    process.exitCode = await command(process.argv.slice(2), processConfig(readEnvFile('.env')))
  } catch (error) {
    console.error(explain(error))
    process.exitCode = 1
  }
}

type Work<T> = (storage: Storage, engine: Engine) => Promise<T>

/** @throws {ConfigFault} where a folder holds no database: it is the wrong one */
export function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !existsSync(sqliteFile(dataDir)))
    throw new ConfigFault(words.noDatabase(dataDir))
}

/** Opens the database of the settings for as long as the work lasts. */
export async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  const engine = await openEngine(config, shop.opening.capacity)
  try {
    return await work(createStorage(engine), engine)
  } finally {
    await engine.close()
  }
}

/** The same for work that finds nothing in a database that is made for it. */
export async function withKeptDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  expectDatabase(config)
  return withDatabase(config, work)
}
