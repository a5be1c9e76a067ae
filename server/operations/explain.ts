import { StorageUnavailable } from '../appointments/ports.ts'
import { PageMissing } from '../built-page.ts'
import { ConfigFault } from '../config/config.ts'

/** What the system refuses, and what the owner can do about it. */
const refusals = new Map([
  ['EADDRINUSE', 'Another program listens on that PORT already. Stop it, or choose another PORT.'],
  ['EADDRNOTAVAIL', 'This machine has no such HOST. Choose 127.0.0.1, or 0.0.0.0 for all its addresses.'],
  ['EACCES', 'This program may not write to the folder DATA_DIR, or may not listen on that PORT.'],
  ['EROFS', 'The folder DATA_DIR is on a disk that is read-only.'],
  ['ENOSPC', 'The disk with the folder DATA_DIR is full.'],
])

/** A sentence for what the owner can put right; anything else is ours to mend, and comes with its stack. */
export function explain(error: unknown): unknown {
  if (error instanceof ConfigFault || error instanceof PageMissing) return error.message
  if (error instanceof StorageUnavailable) return `${error.message} Look at DATA_DIR or DATABASE_URL.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return refusals.get(code) ?? error
}
