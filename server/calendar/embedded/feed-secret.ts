import { randomBytes } from 'node:crypto'
import type { SecretStore } from '../../base/secret-store.ts'

/** The secret part of the feed's address. */
export async function feedSecret(secrets: SecretStore): Promise<string> {
  return (await secrets.keep('calendar-secret', async () => randomBytes(24).toString('base64url'))).trim()
}
