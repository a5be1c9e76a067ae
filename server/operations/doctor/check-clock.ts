import { shownTime } from '../../../booking/date-words.ts'
import type { Shop } from '../../../booking/shop.ts'
import { isShownOnce, wallTimeToEpochMs } from '../../../booking/wall-time.ts'
import { doctor as copy } from '../../../site/copy/doctor.ts'
import type { WallTime } from '../../appointments/ports.ts'
import type { Config } from '../../config/config.ts'
import type { Engine } from '../../storage/engine.ts'
import { type Finding, failure, fine, warning } from './finding.ts'

const timeoutMs = 5000
const toleratedMs = 60_000
const google = 'https://www.googleapis.com/'

/** A server whose clock can be asked: the calendar's, which has to agree with ours. */
function peerOf({ calendar }: Config): string | null {
  if (calendar.kind === 'caldav') return calendar.url
  return calendar.kind === 'google' ? google : null
}

/** @returns null for a wall time that the clock no longer shows */
function instantOf(appointment: WallTime, { timeZone }: Shop): number | null {
  const { appointment_date, appointment_time } = appointment
  return isShownOnce(appointment_date, appointment_time, timeZone)
    ? wallTimeToEpochMs(appointment_date, appointment_time, timeZone)
    : null
}

async function clockOf(url: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return Date.parse(answer.headers.get('date') ?? '')
}

/**
 * Instants are derived from wall time as a client books. The zone, or its rules, may be others since: then the calendar
 * and the reminders have another time than was agreed, and somebody else may get it.
 */
export async function checkWallTimes({ db }: Engine, shop: Shop, nowEpochMs: number): Promise<Finding[]> {
  const coming = await db
    .selectFrom('appointments')
    .select(['full_name', 'appointment_date', 'appointment_time', 'start_ms'])
    .where('status', '=', 'confirmed')
    .where('end_ms', '>', nowEpochMs)
    .orderBy('start_ms')
    .execute()
  return coming
    .filter((appointment) => instantOf(appointment, shop) !== appointment.start_ms)
    .map((appointment) => failure(copy.clock.otherTime(appointment)))
}

/** This machine's clock decides what 'tomorrow' is and when reminders go out. */
export async function checkClock(config: Config, shop: Shop, nowEpochMs: number): Promise<Finding[]> {
  const shown = fine(copy.clock.shows(shownTime(nowEpochMs, shop)))
  const peer = peerOf(config)
  if (!peer) return [shown]
  const peersMs = await clockOf(peer).catch(() => Number.NaN)
  if (Number.isNaN(peersMs)) return [shown, warning(copy.clock.noAnswer)]
  const apartMs = Math.abs(peersMs - nowEpochMs)
  if (apartMs <= toleratedMs) return [shown, fine(copy.clock.agrees)]
  return [shown, failure(copy.clock.apart(Math.round(apartMs / 1000)))]
}
