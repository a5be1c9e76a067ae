import { randomUUID } from 'node:crypto'
import { msPerMinute } from '../../../booking/milliseconds.ts'
import { doctor as copy } from '../../../site/copy/doctor.ts'
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
        ...copy.calendar.test,
        location: '',
        startEpochMs: nowEpochMs,
        endEpochMs: nowEpochMs + 5 * msPerMinute,
      },
      signal,
    )
    await calendar.remove(uid, signal)
    return [fine(copy.calendar.fine)]
  } catch (error) {
    return [lost(copy.calendar.failed(faultOf(error)))]
  }
}
