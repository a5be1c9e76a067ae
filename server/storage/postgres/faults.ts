import { StorageUnavailable } from '../../appointments/ports.ts'
import { StorageConflict } from '../errors.ts'

/** The first two characters of an SQLSTATE are its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const classOf = (sqlState: string) => sqlState.slice(0, 2)

const integrityConstraintViolation = '23'

/** Two transactions that stood in each other's way; the same work again may succeed. */
const inEachOthersWay = new Set(['40001', '40P01'])

/** By class, or by the whole code where the class has other members. */
const unavailable = new Map([
  ['08', 'out of reach'],
  ['53', 'out of resources'],
  ['57', 'shutting down or starting'],
  ['58', 'not readable or writable'],
  ['28', 'refusing our account'],
  ['3D', 'not there'],
  ['25006', 'read-only'],
  ['55P03', 'locked'],
])

/** What the driver says when there is no connection, in words instead of codes. */
const noConnection = /connection terminated|timeout exceeded when trying to connect|query read timeout/i

const socketFault = /^E[A-Z_]+$/

function codeOf(error: unknown): string | undefined {
  const hasCode = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return hasCode ? String(error.code) : undefined
}

/** Whether the same work may simply be done again. */
export function isWorthRepeating(error: unknown): boolean {
  return error instanceof StorageConflict && inEachOthersWay.has(String(codeOf(error.cause)))
}

/** The storage's own error for what PostgreSQL or its driver reports; anything else stays what it is. */
export function translateFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === undefined || socketFault.test(code)) {
    const lost = code !== undefined || noConnection.test(error.message)
    return lost ? new StorageUnavailable('The database is out of reach.', { cause: error }) : error
  }
  if (classOf(code) === integrityConstraintViolation || inEachOthersWay.has(code)) {
    return new StorageConflict(error.message, { cause: error })
  }
  const state = unavailable.get(code) ?? unavailable.get(classOf(code))
  return state ? new StorageUnavailable(`The database is ${state}.`, { cause: error }) : error
}
