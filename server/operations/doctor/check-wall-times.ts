import type { Shop } from '../../../booking/opening-hours.ts'
import { dateWords, epochMsToWallTime, timeWords } from '../../../booking/time.ts'
import { doctor as copy } from '../../../copy/doctor.ts'
import type { Engine } from '../../storage/engine.ts'
import { type Finding, failure } from './finding.ts'

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
  return coming.flatMap(({ full_name, appointment_date, appointment_time, start_ms }) => {
    const { date, time } = epochMsToWallTime(start_ms, shop.timeZone)
    if (date === appointment_date && time === appointment_time) return []
    return failure(
      copy.database.otherTime(full_name, dateWords(appointment_date), timeWords(appointment_time)),
    )
  })
}
