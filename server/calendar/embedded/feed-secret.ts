import { randomBytes } from 'node:crypto'
import type { SecretStore } from '../../base/secret-store.ts'

export async function feedSecret(secrets: SecretStore): Promise<string> {
  return (await secrets.keep('calendar-secret', async () => randomBytes(24).toString('base64url'))).trim()
}
