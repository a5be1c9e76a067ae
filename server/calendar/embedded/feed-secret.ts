import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The secret part of the feed's address: made once, kept in the data folder for its owner's eyes only. */
export function feedSecret(dataDir: string): string {
  const file = join(dataDir, 'calendar-secret')
  if (!existsSync(file)) {
    try {
      writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      // Another process has made it since we looked.
      if (!existsSync(file)) throw error
    }
  }
  return readFileSync(file, 'utf8').trim()
}
