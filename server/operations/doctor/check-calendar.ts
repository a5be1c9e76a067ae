import { randomUUID } from 'node:crypto'
import { msPerMinute } from '../../../booking/milliseconds.ts'
import { eventUid } from '../../appointments/identity.ts'
import { faultOf } from '../../base/fault.ts'
import type { BusinessCalendar } from '../../calendar/business-calendar.ts'
import { type Finding, fine, lost } from './finding.ts'

const timeoutMs = 15_000

/** Puts an event into the calendar and takes it out again. */
export async function checkCalendar(calendar: BusinessCalendar, nowEpochMs: number): Promise<Finding[]> {
  const uid = eventUid(`doctor-${randomUUID()}`)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    await calendar.put(
      {
        uid,
        sequence: 0,
        status: 'confirmed',
        summary: 'A test of the calendar',
        description: 'Made and removed by npm run doctor.',
        location: '',
        startEpochMs: nowEpochMs,
        endEpochMs: nowEpochMs + 5 * msPerMinute,
      },
      signal,
    )
    await calendar.remove(uid, signal)
    return [fine('The calendar takes an event and gives it back.')]
  } catch (error) {
    return [
      lost(
        `The calendar could not be used (${faultOf(error)}): bookings are stored, but you would not see them there.`,
        'Look at its settings (docs/calendar.md). What waits is delivered by itself once it works.',
      ),
    ]
  }
}
