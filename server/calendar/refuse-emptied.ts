import { CalendarRefused } from './remote-calendar.ts'

/** So many appointments are not all cancelled by hand between two looks. */
const suspicious = 3

/**
 * Stops before a calendar that was emptied, restored or exchanged for another cancels every appointment.
 * @throws {CalendarRefused} when a listing of the whole calendar holds none of several known events
 */
export function refuseEmptied(goneCount: number, knownCount: number): void {
  if (knownCount >= suspicious && goneCount === knownCount) throw new CalendarRefused('CALENDAR_EMPTIED')
}
