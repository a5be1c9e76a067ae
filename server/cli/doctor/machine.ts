import { readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { doctor as copy } from '#copy/doctor.ts'
import { kindErrorWords } from '#copy/errors.ts'
import { withName } from '../../../booking/contact.ts'
import type { Shop } from '../../../booking/opening-hours.ts'
import { epochMsToWallTime, formatDate, formatMoment, formatTime, msPerDay } from '../../../booking/time.ts'
import { distOfRepository } from '../../built-page.ts'
import { type Config, demoKey } from '../../config.ts'
import type { Engine } from '../../db/engine.ts'
import type { Stores } from '../../db/stores.ts'
import { getErrorKind, StorageUnavailable } from '../../lib/errors.ts'

/** A result of a check. After a 'failure', a booking could get lost, or the owner might not hear of it. */
export interface Finding {
  level: 'fine' | 'warning' | 'failure'
  what: string
  todo?: string
}

type Words = Required<Omit<Finding, 'level'>>

export const fine = (what: string): Finding => ({ level: 'fine', what })
export const warning = (words: Words): Finding => ({ level: 'warning', ...words })
export const failure = (words: Words): Finding => ({ level: 'failure', ...words })

export function compactFindings(
  findings: readonly (Finding | false | undefined)[],
  otherwise: string,
): Finding[] {
  const held = findings.filter((finding) => finding !== false && finding !== undefined)
  return held.length > 0 ? held : [fine(otherwise)]
}

const example = /\.(example|test|invalid|localhost)$|@example\.(com|org|net)$/i

const isOnThisMachine = (url: string) => /\/\/(localhost|127\.|\[::1\])/.test(url)

const isInTheOpen = (url: string) => url.startsWith('http://') && !isOnThisMachine(url)

export function checkSettings({ smtpUrl, publicUrl, ...config }: Config): Finding[] {
  const words = copy.settings
  const { businessEmail, mailFrom, calendar } = config
  const isBehindProxy = publicUrl?.startsWith('https:')
  const findings = [
    smtpUrl !== undefined && example.test(businessEmail) && failure(words.businessEmail(businessEmail)),
    smtpUrl !== undefined && example.test(mailFrom) && failure(words.mailFrom(mailFrom)),
    smtpUrl !== undefined && publicUrl === undefined && warning(words.localLinks),
    publicUrl !== undefined && isInTheOpen(publicUrl) && warning(words.notEncrypted),
    isBehindProxy && config.trustProxy === undefined && warning(words.oneVisitor),
    calendar.kind === 'caldav' && isInTheOpen(calendar.url) && warning(words.openCalendar),
    publicUrl !== undefined && config.anonKey === demoKey && warning(words.demoKey),
  ]
  return compactFindings(findings, words.fine)
}

const mebibyte = 1024 * 1024
const tooLittle = 50 * mebibyte
const little = 500 * mebibyte

function space(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const what = copy.disk.free(Math.floor(free / mebibyte))
  if (free < tooLittle) return failure({ what, todo: copy.disk.atOnce })
  return free < little ? warning({ what, todo: copy.disk.soon }) : fine(what)
}

export function checkDisk({ dataDir }: Config): Finding[] {
  // The folder holds clients' data and the calendar's secret address.
  const isPrivate = (statSync(dataDir).mode & 0o077) === 0
  return [space(dataDir), isPrivate ? fine(copy.disk.private) : warning(copy.disk.open(dataDir))]
}

const program = join(import.meta.dirname, '../../..')

function* foldersAround(folder: string): Generator<string> {
  yield folder
  if (dirname(folder) !== folder) yield* foldersAround(dirname(folder))
}

function* everythingIn(folder: string): Generator<string> {
  yield folder
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!entry.isSymbolicLink()) yield join(entry.parentPath, entry.name)
}

/** Everything that the server reads of itself, with its packages last, because they are many. */
function* programFiles(): Generator<string> {
  yield* foldersAround(program)
  yield join(program, 'package.json')
  for (const folder of ['server', 'booking', 'copy', 'demo']) yield* everythingIn(join(program, folder))
  yield* everythingIn(distOfRepository)
  const packages = join(program, 'node_modules')
  // Names that start with a dot are caches.
  for (const name of readdirSync(packages))
    if (!name.startsWith('.')) yield* everythingIn(join(packages, name))
}

/** Whether this user can read the file, or enter the folder. */
export function isReadableFor({ uid, gid }: Pick<Stats, 'uid' | 'gid'>, stats: Stats): boolean {
  const needed = stats.isDirectory() ? 0o1 : 0o4
  const shift = stats.uid === uid ? 6 : stats.gid === gid ? 3 : 0
  return ((stats.mode >> shift) & needed) !== 0
}

/** Root can read everything, but a service's user can't. That user owns DATA_DIR. */
export function checkProgram({ dataDir }: Config): Finding[] {
  const user = statSync(dataDir)
  if (process.geteuid?.() !== 0 || user.uid === 0) return []
  for (const file of programFiles())
    if (!isReadableFor(user, statSync(file))) return [failure(copy.program.closed(file))]
  return [fine(copy.program.open)]
}

const timeoutMs = 5000
const toleratedMs = 60_000

function peerOf({ calendar }: Config): string | null {
  if (calendar.kind === 'caldav') return calendar.url
  return calendar.kind === 'google' ? 'https://www.googleapis.com/' : null
}

async function clockOf(url: string): Promise<number> {
  const signal = AbortSignal.timeout(timeoutMs)
  const { headers } = await fetch(url, { method: 'HEAD', redirect: 'manual', signal })
  return Date.parse(headers.get('date') ?? '')
}

export async function checkClock(config: Config, shop: Shop, nowEpochMs: number): Promise<Finding[]> {
  const shown = fine(copy.clock.shows(formatMoment(nowEpochMs, shop)))
  const peer = peerOf(config)
  if (!peer) return [shown]
  const peersMs = await clockOf(peer).catch(() => Number.NaN)
  if (Number.isNaN(peersMs)) return [shown, warning(copy.clock.noAnswer)]
  const apartMs = Math.abs(peersMs - nowEpochMs)
  if (apartMs <= toleratedMs) return [shown, fine(copy.clock.agrees)]
  return [shown, failure(copy.clock.apart(Math.round(apartMs / 1000)))]
}

async function checkIntegrity({ db }: Engine): Promise<Finding> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  return rows[0]?.integrity_check === 'ok' ? fine(copy.database.whole) : failure(copy.database.damaged)
}

export async function checkStorage(
  { databaseUrl }: Config,
  engine: Engine,
  storage: Stores,
  nowEpochMs: number,
): Promise<Finding[]> {
  try {
    await storage.checkWritable(nowEpochMs)
  } catch (error) {
    const todo = databaseUrl ? copy.database.serverTodo : copy.database.folderTodo
    const isKnown = error instanceof StorageUnavailable
    const what = isKnown ? copy.database.noBooking(error.message) : copy.database.noWrite(getErrorKind(error))
    return [failure({ what, todo })]
  }
  const written = fine(copy.database.fine)
  const missing = await storage.missingKinds()
  if (missing.length > 0) {
    const what = kindErrorWords.missing(missing.join(', '))
    return [written, failure({ what, todo: copy.noStart })]
  }
  // PostgreSQL verifies its own pages if its administrator turned on checksums.
  return databaseUrl ? [written] : [written, await checkIntegrity(engine)]
}

const enough = 3

/** If the server mistakes a proxy for all visitors, they share one limit, and the next ones can't book. */
export async function checkNetworks(
  { publicUrl }: Config,
  { db }: Engine,
  nowEpochMs: number,
): Promise<Finding[]> {
  if (publicUrl === undefined || isOnThisMachine(publicUrl)) return []
  const booked = await db
    .selectFrom('appointments')
    .select('booked_from')
    .where('booked_by', '=', 'client')
    .where('created_at_ms', '>', nowEpochMs - msPerDay)
    // A deleted client's network is also gone.
    .where('email', '<>', '')
    .execute()
  const networks = new Set(booked.map(({ booked_from }) => booked_from))
  if (booked.length < enough || networks.size > 1) return []
  const words = networks.has(null) ? copy.settings.noNetworks : copy.settings.oneNetwork
  return [warning(words(booked.length))]
}

/** The server computes an instant when a client books, and the zone or its rules may change later. */
export async function checkWallTimes({ db }: Engine, shop: Shop, nowEpochMs: number): Promise<Finding[]> {
  const coming = await db
    .selectFrom('appointments')
    .select(['full_name', 'appointment_date', 'appointment_time', 'start_ms'])
    .where('status', '=', 'confirmed')
    .where('end_ms', '>', nowEpochMs)
    .orderBy('start_ms')
    .execute()
  return coming.map(withName).flatMap(({ full_name, appointment_date, appointment_time, start_ms }) => {
    const { date, time } = epochMsToWallTime(start_ms, shop.timeZone)
    if (date === appointment_date && time === appointment_time) return []
    return failure(
      copy.database.otherTime(full_name, formatDate(appointment_date), formatTime(appointment_time)),
    )
  })
}
