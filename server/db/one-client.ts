/** Finds the appointments of one client: they share an email address or a phone number. */

import type { SelectQueryBuilder } from 'kysely'
import { extensionsDiffer, toMailbox } from '../../booking/contact.ts'
import { runInBatches } from './compiled-query.ts'
import type { AppointmentRow } from './rows.ts'
import type { Db, Tables } from './schema.ts'

export type Called = Pick<AppointmentRow, 'phone' | 'phone_key'>

type Reachable = Called & Pick<AppointmentRow, 'email'>

export const shareAddress = (first: Reachable, other: Reachable) =>
  first.email !== '' && first.email.toLowerCase() === other.email.toLowerCase()

export const shareNumber = (first: Called, other: Called) =>
  first.phone_key !== null &&
  first.phone_key === other.phone_key &&
  !extensionsDiffer(first.phone, other.phone)

export const areSameClient = (first: Reachable, other: Reachable) =>
  shareAddress(first, other) || shareNumber(first, other)

export async function ofClients<Found extends { id: string } & Reachable>(
  appointments: SelectQueryBuilder<Tables, 'appointments', Found>,
  clients: readonly Reachable[],
): Promise<Found[]> {
  const addresses = new Set(clients.flatMap(({ email }) => (email ? [email.toLowerCase()] : [])))
  const mailboxes = [...new Set([...addresses].map(toMailbox))]
  const byNumber = Map.groupBy(clients, ({ phone_key }) => phone_key)
  const numbers = [...byNumber.keys()].filter((number) => number !== null)
  const called = await runInBatches(numbers, (batch) =>
    appointments.where('phone_key', 'in', batch).execute(),
  )
  const mailed = await runInBatches(mailboxes, (batch) =>
    appointments.where('mailbox', 'in', batch).execute(),
  )
  const rows = [
    ...mailed.filter((row) => addresses.has(row.email.toLowerCase())),
    ...called.filter((row) => byNumber.get(row.phone_key)?.some((client) => shareNumber(client, row))),
  ]
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

const keysOf = ({ email, phone_key }: Reachable): string[] => [
  ...(email ? [`mailto:${email.toLowerCase()}`] : []),
  ...(phone_key ? [`tel:${phone_key}`] : []),
]

export function clientIndex<Found extends { id: string } & Reachable>(appointments: readonly Found[]) {
  const byKey = new Map<string, Found[]>()
  for (const appointment of appointments) {
    for (const key of keysOf(appointment)) byKey.getOrInsert(key, []).push(appointment)
  }
  return (row: Reachable): Found[] => {
    const found = keysOf(row).flatMap((key) => byKey.get(key) ?? [])
    return [...new Set(found)].filter((candidate) => areSameClient(candidate, row))
  }
}

const knownColumns = ['id', 'email', 'phone', 'phone_key', 'status', 'start_ms'] as const

export type Known = Pick<AppointmentRow, (typeof knownColumns)[number]>

/** Every appointment of these clients. One with an address and a number also leads to those with either. */
export async function getAllOfClients(db: Db, rows: readonly Known[]): Promise<Known[]> {
  const all = db.selectFrom('appointments').select(knownColumns)
  const found = new Map<string, Known>(rows.map((row) => [row.id, row]))
  const asked = new Set<string>()
  const isAsked = ({ email, phone }: Known) => asked.has(email.toLowerCase()) && asked.has(phone)
  let fresh: readonly Known[] = rows
  while (fresh.length > 0) {
    for (const { email, phone } of fresh) asked.add(email.toLowerCase()).add(phone)
    const next = await ofClients(all, fresh)
    for (const appointment of next) found.set(appointment.id, appointment)
    fresh = next.filter((appointment) => !isAsked(appointment))
  }
  return [...found.values()]
}

/** @param all - every appointment of each client among them */
export function clientGroups(all: readonly Known[]): (id: string) => readonly Known[] {
  const near = clientIndex(all)
  const groupOf = new Map<string, readonly Known[]>()
  for (const first of all) {
    if (groupOf.has(first.id)) continue
    const group = new Map([[first.id, first]])
    // A map's iteration also reaches entries added on the way.
    for (const member of group.values()) for (const other of near(member)) group.set(other.id, other)
    const members = [...group.values()]
    for (const { id } of members) groupOf.set(id, members)
  }
  return (id) => groupOf.get(id) ?? []
}

/** @param all - every appointment of each client among them */
export function visitNumbers(all: readonly Known[]) {
  const visitsOf = clientIndex(all.filter(({ status }) => status === 'confirmed'))
  return (row: Known): number => {
    const earlier = visitsOf(row).filter(
      ({ id, start_ms }) => start_ms < row.start_ms || (start_ms === row.start_ms && id < row.id),
    )
    return 1 + earlier.length
  }
}
