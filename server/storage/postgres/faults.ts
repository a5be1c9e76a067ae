import { databaseFaults as words } from '../../../copy/terminal.ts'
import { StorageUnavailable } from '../../appointments/ports.ts'
import { codeOf } from '../../base/fault.ts'
import { StorageConflict } from '../conflict.ts'

/** The first two characters of an SQLSTATE are its class: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const classOf = (sqlState: string) => sqlState.slice(0, 2)

const integrityConstraintViolation = '23'

/** Two transactions that stood in each other's way; the same work again may succeed. */
const inEachOthersWay = new Set(['40001', '40P01'])

/** By class, or by the whole code where the class has other members. */
const unavailable = new Map([
  ['08', words.unreachable],
  ['53', words.exhausted],
  ['53100', words.full],
  ['53300', words.noneFree],
  ['57', words.stopping],
  ['57014', words.givenUp],
  ['58', words.unreadable],
  ['28', words.refused],
  ['3D', words.missing],
  ['25006', words.readOnly],
  ['42501', words.notOurs],
  ['55P03', words.locked],
])

/** What the driver says when there is no connection, in words instead of codes. */
const noConnection =
  /connection terminated|not queryable|timeout exceeded when trying to connect|query read timeout/i

/** What PgBouncer says of the limits that come with a connection, until its settings let them pass. */
const limitsRefused = /unsupported startup parameter/

const socketFault = /^E[A-Z_]+$/

/** The storage's own error for what PostgreSQL or its driver reports; anything else stays what it is. */
export function translateFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = codeOf(error)
  if (code === undefined || socketFault.test(code)) {
    const lost = code !== undefined || noConnection.test(error.message)
    return lost ? new StorageUnavailable(words.unreachable, { cause: error }) : error
  }
  if (classOf(code) === integrityConstraintViolation || inEachOthersWay.has(code)) {
    return new StorageConflict(error.message, { cause: error })
  }
  if (limitsRefused.test(error.message)) return new StorageUnavailable(words.limitsRefused, { cause: error })
  const sentence = unavailable.get(code) ?? unavailable.get(classOf(code))
  return sentence ? new StorageUnavailable(sentence, { cause: error }) : error
}

/**
 * The same for a connection that does not come about: whatever keeps it from that, a certificate or a password that is
 * not there, nothing can be stored. Nothing that a client has typed is in the driver's words yet.
 */
export function connectFault(error: unknown): StorageUnavailable {
  const translated = translateFault(error)
  if (translated instanceof StorageUnavailable) return translated
  const why = error instanceof Error ? error.message : 'unknown'
  return new StorageUnavailable(words.noConnection(why), { cause: error })
}
