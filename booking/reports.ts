import type { StoredAppointment } from './appointment.ts'
import { consultation, kindIds } from './kinds.ts'
import type { Counts, DeskAppointment, Figures } from './owner-api.ts'
import { msPerDay, startOfWeek } from './time.ts'

export interface Counted
  extends Pick<StoredAppointment, 'appointment_date' | 'referral_source' | 'kind' | 'status'>,
    Pick<DeskAppointment, 'attendance'> {
  booked_on: string
  came_back: boolean
}

function countsOf(appointments: readonly Counted[]): Counts {
  const count = (is: (appointment: Counted) => boolean) => appointments.filter(is).length
  return {
    booked: appointments.length,
    came: count(({ attendance }) => attendance === 'came'),
    did_not_come: count(({ attendance }) => attendance === 'did_not_come'),
    cancelled: count(({ status }) => status === 'cancelled'),
  }
}

/** The smallest value that covers this share of the values, like percentile_disc in SQL. */
function percentile(sorted: readonly number[], share: number): number | null {
  return sorted[Math.ceil(sorted.length * share) - 1] ?? null
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / msPerDay

export function buildReport(appointments: readonly Counted[]): Figures {
  const consultations = appointments.filter(({ kind }) => kind === consultation)
  const bySource = Map.groupBy(consultations, ({ referral_source }) => referral_source || null)
  const byKind = Map.groupBy(appointments, ({ kind }) => kind)
  const byWeek = Map.groupBy(appointments, ({ appointment_date }) => startOfWeek(appointment_date))
  const daysAhead = consultations
    .filter(({ status }) => status === 'confirmed')
    .map(({ booked_on, appointment_date }) => daysBetween(booked_on, appointment_date))
    .sort((a, b) => a - b)
  return {
    by_source: [...bySource]
      .map(([referral_source, counted]) => ({
        referral_source,
        ...countsOf(counted),
        came_back: counted.filter(({ came_back }) => came_back).length,
      }))
      .sort((a, b) => b.booked - a.booked),
    by_kind: kindIds.flatMap((kind) => {
      const counted = byKind.get(kind)
      return counted ? [{ kind, ...countsOf(counted) }] : []
    }),
    by_week: [...byWeek]
      .map(([week, counted]) => ({ week, ...countsOf(counted) }))
      .sort((a, b) => (a.week < b.week ? -1 : 1)),
    days_ahead: { median: percentile(daysAhead, 0.5), nine_tenths: percentile(daysAhead, 0.9) },
  }
}
