import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { settingFaults } from '../../site/copy/setting-faults.ts'
import { ConfigFault } from './config.ts'

/**
 * The variables of a file like `.env`, if there is one.
 * @throws {ConfigFault} where it is no text: in another encoding none of its variables would be found
 */
export function readEnvFile(file: string): Record<string, string | undefined> {
  if (!existsSync(file)) return {}
  try {
    // Takes off the mark with which some editors begin a file, and which would hide its first variable.
    return parseEnv(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file)))
  } catch (cause) {
    throw new ConfigFault(settingFaults.envFile(file), { cause })
  }
}
