import { sql } from 'kysely'
import { type AppointmentRow, confirmed } from './appointment-row.ts'
import { forAll } from './for-all.ts'
import type { Db } from './tables.ts'

export type Visit = Pick<AppointmentRow, 'id' | 'start_ms' | 'phone_key'> & { address: string }

/** By what clients are told apart: the address, and the number. */
export function keysOf({ email, phone_key }: Pick<AppointmentRow, 'email' | 'phone_key'>): string[] {
  return [...(email ? [`mailto:${email.toLowerCase()}`] : []), ...(phone_key ? [`tel:${phone_key}`] : [])]
}

/** The appointments that stand, of everybody who has one of these addresses or numbers, by address and by number. */
export async function visitsOf(db: Db, rows: readonly AppointmentRow[]): Promise<Map<string, Visit[]>> {
  const addresses = [...new Set(rows.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))]
  const numbers = [...new Set(rows.flatMap(({ phone_key }) => phone_key ?? []))]
  const address = sql<string>`lower(email)`
  const standing = db
    .selectFrom('appointments')
    .select(['id', 'start_ms', 'phone_key', address.as('address')])
    .where('status', '=', confirmed)
  const visits = [
    ...(await forAll(addresses, (some) => standing.where(address, 'in', some).execute())),
    ...(await forAll(numbers, (some) => standing.where('phone_key', 'in', some).execute())),
  ]
  const byKey = new Map<string, Visit[]>()
  for (const visit of visits) {
    for (const key of keysOf({ email: visit.address, phone_key: visit.phone_key })) {
      byKey.set(key, [...(byKey.get(key) ?? []), visit])
    }
  }
  return byKey
}

export function visitNumber(row: AppointmentRow, visits: ReadonlyMap<string, Visit[]>): number {
  const earlier = keysOf(row)
    .flatMap((key) => visits.get(key) ?? [])
    .filter(({ id, start_ms }) => start_ms < row.start_ms || (start_ms === row.start_ms && id < row.id))
  return 1 + new Set(earlier.map(({ id }) => id)).size
}
