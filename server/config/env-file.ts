import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'

/** The variables of a file like `.env`, if there is one. */
export function readEnvFile(file: string): Record<string, string | undefined> {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}
