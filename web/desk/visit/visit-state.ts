import type { DeskAppointment } from '../../../booking/owner-api.ts'

/** Where an appointment stands now; each has a look of its own. */
export type VisitState = 'ahead' | 'here' | 'over' | 'came' | 'did_not_come' | 'cancelled'

export const hasBegun = ({ starts_at }: DeskAppointment, nowEpochMs: number) =>
  Date.parse(starts_at) <= nowEpochMs

export function stateOf(appointment: DeskAppointment, nowEpochMs: number): VisitState {
  const { status, attendance, ends_at } = appointment
  if (status === 'cancelled') return 'cancelled'
  const isHere = hasBegun(appointment, nowEpochMs) && nowEpochMs < Date.parse(ends_at)
  // Whoever came and is still here stays on navy.
  if (isHere && attendance !== 'did_not_come') return 'here'
  if (attendance) return attendance
  return hasBegun(appointment, nowEpochMs) ? 'over' : 'ahead'
}
