import { StorageConflict, StorageUnavailable } from '../errors.ts'

/** Primary result codes: https://www.sqlite.org/rescode.html */
const constraint = 19
const unavailable = new Map([
  [5, 'locked'],
  [6, 'locked'],
  [8, 'read-only'],
  [10, 'not readable or writable'],
  [13, 'full'],
  [14, 'not to be opened'],
])

/** The storage's own error for what SQLite reports; anything else stays what it is. */
export function translateFault(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  // Extended codes keep the primary one in their lowest byte.
  const primary = error.errcode & 0xff
  if (primary === constraint) return new StorageConflict(error.message, { cause: error })
  const state = unavailable.get(primary)
  return state ? new StorageUnavailable(`The database is ${state}.`, { cause: error }) : error
}
