import { shop } from '../../../booking/shop.ts'
import { type Config, processConfig } from '../../config/config.ts'
import { readEnvFile } from '../../config/env-file.ts'
import type { Engine } from '../../storage/engine.ts'
import { openEngine } from '../../storage/open-engine.ts'
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

/** Opens the database of the settings for as long as the work lasts. */
export async function withDatabase<T>(
  config: Config,
  work: (storage: Storage, engine: Engine) => Promise<T>,
): Promise<T> {
  const engine = await openEngine(config, shop.opening.capacity)
  try {
    return await work(createStorage(engine), engine)
  } finally {
    await engine.close()
  }
}
