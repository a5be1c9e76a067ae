import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { settingFaults as words } from '../../../site/copy/setting-faults.ts'
import { ConfigFault } from '../../config/config.ts'

const keyFileContent = z.object({
  type: z.literal('service_account'),
  client_email: z.string(),
  private_key: z.string(),
})

/** Who the shop is at Google: a robot of the owner's, and its key. */
export interface ServiceAccount {
  email: string
  privateKey: string
}

/**
 * Reads the key file that Google's console makes for a service account.
 * @throws {ConfigFault} when it is not there or is something else
 */
export function readServiceAccount(keyFile: string): ServiceAccount {
  try {
    const content = keyFileContent.parse(JSON.parse(readFileSync(keyFile, 'utf8')))
    return { email: content.client_email, privateKey: content.private_key }
  } catch {
    throw new ConfigFault(words.keyFile(keyFile))
  }
}
