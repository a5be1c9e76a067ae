import { type SelectQueryBuilder, sql } from 'kysely'
import { type AppointmentRow, confirmed } from './appointment-row.ts'
import { forAll } from './for-all.ts'
import type { Db, Tables } from './tables.ts'

type Reachable = Pick<AppointmentRow, 'email' | 'phone_key'>

/** By what clients are told apart: the address, and the number. */
export function keysOf({ email, phone_key }: Reachable): string[] {
  return [...(email ? [`mailto:${email.toLowerCase()}`] : []), ...(phone_key ? [`tel:${phone_key}`] : [])]
}

/** Those of the appointments that somebody with one of these addresses or numbers has booked. */
export async function ofClients<Found extends { id: string }>(
  appointments: SelectQueryBuilder<Tables, 'appointments', Found>,
  clients: readonly Reachable[],
): Promise<Found[]> {
  const addresses = new Set(clients.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
  const numbers = new Set(clients.flatMap(({ phone_key }) => phone_key ?? []))
  const rows = [
    ...(await forAll([...addresses], (some) => appointments.where(sql`lower(email)`, 'in', some).execute())),
    ...(await forAll([...numbers], (some) => appointments.where('phone_key', 'in', some).execute())),
  ]
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** Tells which visit of its client an appointment is. */
export async function visitNumbers(db: Db, rows: readonly AppointmentRow[]) {
  const standing = db
    .selectFrom('appointments')
    .select(['id', 'email', 'phone_key', 'start_ms'])
    .where('status', '=', confirmed)
  const visits = await ofClients(standing, rows)
  const byKey = new Map<string, typeof visits>()
  for (const visit of visits) {
    for (const key of keysOf(visit)) byKey.getOrInsert(key, []).push(visit)
  }
  return (row: AppointmentRow): number => {
    const earlier = keysOf(row)
      .flatMap((key) => byKey.get(key) ?? [])
      .filter(({ id, start_ms }) => start_ms < row.start_ms || (start_ms === row.start_ms && id < row.id))
    return 1 + new Set(earlier.map(({ id }) => id)).size
  }
}
