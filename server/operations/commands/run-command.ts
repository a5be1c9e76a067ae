import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { commands as words } from '../../../copy/terminal.ts'
import { keepDomainOf } from '../../appointments/identity.ts'
import { type Config, ConfigFault, processConfig } from '../../config/config.ts'
import type { Engine } from '../../storage/engine.ts'
import { openEngine, sqliteFile } from '../../storage/open-engine.ts'
import { createStorage, type Storage } from '../../storage/storage.ts'
import { explain } from '../explain.ts'

interface Grammar {
  usage: string
  most?: number
  /** Its options, without their dashes. */
  options?: readonly string[]
}

interface Typed {
  words: string[]
  options: ReadonlySet<string>
}

/** Why a command does nothing, or no more: a sentence for whoever has typed it. */
export class CommandFault extends ConfigFault {
  override name = 'CommandFault'
  readonly exitCode: number

  /** @param exitCode - 2 where something else has to be typed */
  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** What was typed after the command's name. @throws {CommandFault} when it is not what the command takes */
function typedFor({ usage, most = 0, options: names = [] }: Grammar): Typed {
  const options = Object.fromEntries(['help', ...names].map((name) => [name, { type: 'boolean' as const }]))
  try {
    const { positionals: words, values } = parseArgs({ options, allowPositionals: true })
    if (words.length <= most) return { words, options: new Set(Object.keys(values)) }
  } catch {
    // An option that there is not.
  }
  throw new CommandFault(usage, 2)
}

/**
 * Runs what was typed; what fails ends the process with its exit code, and comes as a sentence where the owner can put
 * it right. What the command does not take is never taken for a file or an address: then nothing is done.
 */
export async function runCommand(
  grammar: Grammar,
  command: (typed: Typed, config: Config) => Promise<void>,
): Promise<void> {
  try {
    const typed = typedFor(grammar)
    if (typed.options.has('help')) console.log(grammar.usage)
    else await command(typed, processConfig())
  } catch (error) {
    console.error(explain(error))
    process.exitCode = error instanceof CommandFault ? error.exitCode : 1
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
  const engine = await openEngine(config)
  try {
    const storage = createStorage(engine)
    keepDomainOf(await storage.knownUid())
    return await work(storage, engine)
  } finally {
    await engine.close()
  }
}

/** The same for work that finds nothing in a database that is made for it. */
export async function withKeptDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  expectDatabase(config)
  return withDatabase(config, work)
}
