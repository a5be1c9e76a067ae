import { businessEvent, closureEvent } from '../../booking/calendar-event.ts'
import type { StoredClosure } from '../../booking/closure.ts'
import type { DeskAppointment } from '../../booking/desk.ts'
import type { Shop } from '../../booking/shop.ts'
import { closureUid, eventUid } from '../appointments/identity.ts'
import { calendarFeed } from './embedded/feed.ts'

/** Appointments and closures as an iCalendar file; the owner's notes stay at the desk. */
export function agendaFile(
  appointments: readonly DeskAppointment[],
  closures: readonly StoredClosure[],
  shop: Shop,
  nowEpochMs: number,
): string {
  const events = appointments.map((appointment) => {
    const { id, sequence, status, full_name, email, phone, referral_source } = appointment
    const told = { email: email ?? '', phone: phone ?? '', referral_source: referral_source ?? ('' as const) }
    return {
      ...businessEvent({ ...appointment, ...told }, shop),
      startEpochMs: Date.parse(appointment.starts_at),
      endEpochMs: Date.parse(appointment.ends_at),
      uid: eventUid(id),
      sequence,
      status,
      ...(email ? { attendee: { name: full_name, email } } : {}),
      updatedAtMs: Date.parse(appointment.history.at(-1)?.at ?? appointment.created_at),
    }
  })
  const closed = closures.map((closure) => {
    const { id, sequence, status } = closure
    return { ...closureEvent(closure), uid: closureUid(id), sequence, status, updatedAtMs: nowEpochMs }
  })
  return calendarFeed([...events, ...closed], shop)
}
