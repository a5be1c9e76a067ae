import { type SelectQueryBuilder, sql } from 'kysely'
import { extensionsDiffer } from '../../booking/contact.ts'
import { type AppointmentRow, confirmed } from './appointment-row.ts'
import { forAll } from './for-all.ts'
import type { Db, Tables } from './tables.ts'

type Reachable = Pick<AppointmentRow, 'email' | 'phone' | 'phone_key'>

const haveOneAddress = (one: Reachable, other: Reachable) =>
  one.email !== '' && one.email.toLowerCase() === other.email.toLowerCase()

const haveOneNumber = (one: Reachable, other: Reachable) =>
  one.phone_key !== null && one.phone_key === other.phone_key && !extensionsDiffer(one.phone, other.phone)

/** Clients are told apart by the address, and by the number with what is dialled after it. */
export const areOneClient = (one: Reachable, other: Reachable) =>
  haveOneAddress(one, other) || haveOneNumber(one, other)

/** Those of the appointments that somebody with one of these addresses or numbers has booked. */
export async function ofClients<Found extends { id: string } & Reachable>(
  appointments: SelectQueryBuilder<Tables, 'appointments', Found>,
  clients: readonly Reachable[],
): Promise<Found[]> {
  const addresses = new Set(clients.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
  const byNumber = Map.groupBy(clients, ({ phone_key }) => phone_key)
  const numbers = [...byNumber.keys()].filter((number) => number !== null)
  const called = await forAll(numbers, (some) => appointments.where('phone_key', 'in', some).execute())
  const rows = [
    ...(await forAll([...addresses], (some) => appointments.where(sql`lower(email)`, 'in', some).execute())),
    ...called.filter((row) => byNumber.get(row.phone_key)?.some((client) => haveOneNumber(client, row))),
  ]
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/** What all visits of one client have in common, the address or the number. */
const keysOf = ({ email, phone_key }: Reachable): string[] => [
  ...(email ? [`mailto:${email.toLowerCase()}`] : []),
  ...(phone_key ? [`tel:${phone_key}`] : []),
]

/** Tells which visit of its client an appointment is. */
export async function visitNumbers(db: Db, rows: readonly AppointmentRow[]) {
  const standing = db
    .selectFrom('appointments')
    .select(['id', 'email', 'phone', 'phone_key', 'start_ms'])
    .where('status', '=', confirmed)
  const visits = await ofClients(standing, rows)
  const byKey = new Map<string, typeof visits>()
  for (const visit of visits) {
    for (const key of keysOf(visit)) byKey.getOrInsert(key, []).push(visit)
  }
  return (row: AppointmentRow): number => {
    const earlier = keysOf(row)
      .flatMap((key) => byKey.get(key) ?? [])
      .filter((visit) => areOneClient(visit, row))
      .filter(({ id, start_ms }) => start_ms < row.start_ms || (start_ms === row.start_ms && id < row.id))
    return 1 + new Set(earlier.map(({ id }) => id)).size
  }
}
