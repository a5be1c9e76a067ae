import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { start, commands as words } from '#copy/terminal.ts'
import { PageMissing } from '../built-page.ts'
import { type Config, processConfig } from '../config.ts'
import type { Engine } from '../db/engine.ts'
import { openStores, type Stores } from '../db/stores.ts'
import { ConfigError, StorageUnavailable } from '../lib/errors.ts'
import { openDatabase, sqliteFile } from '../open.ts'

/** Any error that has no message for the owner is a bug and keeps its stack. */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof PageMissing) return error.message
  if (error instanceof StorageUnavailable) return start.noDatabase(error.message)
  const { code = '', syscall } = error instanceof Error ? (error as NodeJS.ErrnoException) : {}
  // ENOENT can mean many things. Only a folder that can't be created has a message.
  return start.systemErrors.get(code === 'ENOENT' ? `${code} ${syscall}` : code) ?? error
}

interface Grammar {
  usage: string
  most?: number
  options?: readonly string[]
  /** Options that take a value. */
  values?: readonly string[]
}

export class CommandError extends ConfigError {
  override name = 'CommandError'
  readonly exitCode: number

  /** @param exitCode - 2 if the command was typed wrong */
  constructor(sentence: string, exitCode: 1 | 2 = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

function typedFor({ usage, most = 0, options: names = [], values: valued = [] }: Grammar) {
  const options = Object.fromEntries([
    ...['help', ...names].map((name) => [name, { type: 'boolean' as const }]),
    ...valued.map((name) => [name, { type: 'string' as const }]),
  ])
  try {
    const { positionals: words, values } = parseArgs({ options, allowPositionals: true })
    const given: Record<string, unknown> = values
    if (words.length <= most) return { words, options: new Set(Object.keys(given)), values: given }
  } catch {
    // An unknown option also gets the usage line.
  }
  throw new CommandError(usage, 2)
}

export async function runCommand(
  grammar: Grammar,
  command: (typed: ReturnType<typeof typedFor>, config: Config) => Promise<void>,
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

/** @throws {ConfigError} if DATA_DIR has no database, so it's probably the wrong folder */
export function expectDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl === undefined && !existsSync(sqliteFile(dataDir)))
    throw new ConfigError(words.noDatabase(dataDir))
}

export async function withDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  const engine = await openDatabase(config)
  try {
    return await work(await openStores(engine), engine)
  } finally {
    await engine.close()
  }
}

export async function withExistingDatabase<T>(config: Config, work: Work<T>): Promise<T> {
  expectDatabase(config)
  return withDatabase(config, work)
}
