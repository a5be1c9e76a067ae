import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { start, commands as words } from '../../copy/terminal.ts'
import { PageMissing } from '../built-page.ts'
import { type Config, processConfig } from '../config.ts'
import type { Engine } from '../db/engine.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { ConfigError, StorageUnavailable } from '../lib/errors.ts'
import { openDatabase, sqliteFile } from '../open.ts'

/** A sentence for what the owner can put right; anything else is ours to mend, and comes with its stack. */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof PageMissing) return error.message
  if (error instanceof StorageUnavailable) return start.noDatabase(error.message)
  const { code = '', syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  // What is not there can be many things; only a folder is made.
  return start.systemErrors.get(code === 'ENOENT' ? `${code} ${syscall}` : code) ?? error
}

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
export class CommandError extends ConfigError {
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
  throw new CommandError(usage, 2)
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
    process.exitCode = error instanceof CommandError ? error.exitCode : 1
  }
}

type Work<T> = (storage: Stores, engine: Engine) => Promise<T>

/** @throws {ConfigFault} where a folder holds no database: it is the wrong one */
export function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !existsSync(sqliteFile(dataDir)))
    throw new ConfigError(words.noDatabase(dataDir))
}

/** Opens the database of the settings for as long as the work lasts. */
export async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  const engine = await openDatabase(config)
  try {
    return await work(await openStores(engine), engine)
  } finally {
    await engine.close()
  }
}

/** The same for work that finds nothing in a database that is made for it. */
export async function withKeptDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  expectDatabase(config)
  return withDatabase(config, work)
}
