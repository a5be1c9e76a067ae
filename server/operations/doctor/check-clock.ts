import type { Shop } from '../../../booking/opening-hours.ts'
import { shownTime } from '../../../booking/time.ts'
import { doctor as copy } from '../../../copy/doctor.ts'
import type { Config } from '../../config/config.ts'
import { type Finding, failure, fine, warning } from './finding.ts'

const timeoutMs = 5000
const toleratedMs = 60_000
const google = 'https://www.googleapis.com/'

/** A server whose clock can be asked: the calendar's, which has to agree with ours. */
function peerOf({ calendar }: Config): string | null {
  if (calendar.kind === 'caldav') return calendar.url
  return calendar.kind === 'google' ? google : null
}

async function clockOf(url: string): Promise<number> {
  const answer = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  return Date.parse(answer.headers.get('date') ?? '')
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
