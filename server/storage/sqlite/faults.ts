import { databaseFaults as words } from '../../../copy/terminal.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
import { StorageConflict } from '../conflict.ts'

/** Primary result codes: https://www.sqlite.org/rescode.html */
const constraint = 19
const unavailable = new Map([
  [5, words.locked],
  [6, words.locked],
  [8, words.readOnly],
  [10, words.unreadable],
  [13, words.full],
  [14, words.unopened],
  [11, words.damaged],
  [26, words.damaged],
])

function primaryCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  // Extended codes keep the primary one in their lowest byte.
  return error.errcode & 0xff
}

/** The storage's own error for what SQLite reports; anything else stays what it is. */
export function translateFault(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === null || !(error instanceof Error)) return error
  if (code === constraint) return new StorageConflict(error.message, { cause: error })
  const sentence = unavailable.get(code)
  return sentence ? new StorageUnavailable(sentence, { cause: error }) : error
}

/** Whether an error, translated or not, is that another connection holds a lock. */
export function isLocked(error: unknown): boolean {
  const code = primaryCode(error instanceof StorageUnavailable ? error.cause : error)
  return code !== null && unavailable.get(code) === words.locked
}
