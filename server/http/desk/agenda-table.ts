import { stringify } from 'csv-stringify/sync'
import type { DeskAppointment } from '../../../booking/owner-api.ts'

const columns = [
  'appointment_date',
  'appointment_time',
  'full_name',
  'email',
  'phone',
  'referral_source',
  'status',
  'attendance',
  'booked_by',
  'visit',
  'note',
  'created_at',
  'id',
] as const satisfies (keyof DeskAppointment)[]

/** Appointments as a table for a spreadsheet (RFC 4180), in which no cell is a formula. */
export function agendaTable(appointments: readonly DeskAppointment[]): string {
  return stringify([...appointments], {
    header: true,
    columns: [...columns],
    escape_formulas: true,
    // Where a spreadsheet takes semicolons for separators, what stands behind one in a note is no cell of its own.
    quoted: true,
    record_delimiter: 'windows',
    // By it spreadsheets know that this is UTF-8.
    bom: true,
  })
}
