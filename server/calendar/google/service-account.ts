import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { settingFaults as words } from '../../../copy/terminal.ts'
import { ConfigError } from '../../lib/errors.ts'

const keyFileContent = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
})

/**
 * Reads the key file that Google's console makes for a service account: a robot of the owner's, and its key.
 * @throws {ConfigFault} when it is not there or is something else
 */
export function readServiceAccount(keyFile: string) {
  try {
    return keyFileContent.parse(JSON.parse(readFileSync(keyFile, 'utf8')))
  } catch {
    throw new ConfigError(words.keyFile(keyFile))
  }
}
