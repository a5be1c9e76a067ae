/**
 * Clients' bookings from the page that this device hasn't shown. Each device has its own list: one fitter can have seen
 * what the other hasn't. Nothing is new in a device's first agenda.
 */

import { desk } from '#copy/desk.ts'
import type { Agenda } from '../../booking/owner-api.ts'
import { msPerMinute } from '../../booking/time.ts'
import { createStore } from '../ui/store.ts'
import { appointmentRoute } from './navigation.tsx'
import { attempt, seenKey } from './session.ts'
import { announce, showNotice } from './ui/notices.tsx'
import { dayAndTime } from './ui/words.ts'

export type NewBooking = Agenda['latest_bookings'][number]

/** More than an agenda lists, because a booking can reappear after others were canceled. */
const seenMax = 500
const markedForMs = 10 * msPerMinute

type Seen = readonly string[] | null

const storedSeen = (): Seen => attempt(() => JSON.parse(localStorage.getItem(seenKey) ?? 'null')) ?? null

const seen = createStore<Seen>(storedSeen())
// In another tab, or because the owner signed out.
addEventListener('storage', ({ key }) => (key ?? seenKey) === seenKey && seen.set(storedSeen()))

function see(bookings: readonly NewBooking[]): void {
  const ids = new Set([...bookings.map(({ id }) => id), ...(seen.get() ?? [])])
  const kept = [...ids].slice(0, seenMax)
  attempt(() => localStorage.setItem(seenKey, JSON.stringify(kept)))
  seen.set(kept)
}

export function useNewBookings(latest: readonly NewBooking[] = []) {
  const known = seen.use()
  const bookings = known ? latest.filter(({ id }) => !known.includes(id)) : []
  return { bookings, gotIt: () => see(bookings) }
}

/** The days of the marked bookings, by id. */
const marked = createStore<ReadonlyMap<string, string>>(new Map())

export const useIsMarked = (id: string) => marked.use((all) => all.has(id))
export const useMarkedDays = marked.use

function mark(bookings: readonly NewBooking[]): void {
  marked.set(
    new Map([...marked.get(), ...bookings.map((booking) => [booking.id, booking.appointment_date] as const)]),
  )
  setTimeout(() => {
    const ids = new Set(bookings.map(({ id }) => id))
    marked.set(new Map([...marked.get()].filter(([id]) => !ids.has(id))))
  }, markedForMs)
}

function say(bookings: readonly NewBooking[]): void {
  const [first] = bookings
  if (!first) return
  const names = bookings.map(({ full_name }) => full_name).join(', ')
  const isOne = bookings.length === 1
  const title = isOne ? desk.news.one(first.full_name) : desk.news.title(bookings.length)
  const text = isOne ? dayAndTime(first) : names
  const open = () => {
    location.hash = appointmentRoute(first)
  }
  // A notice with Undo stays, because the banner also lists the bookings.
  if (!showNotice({ title, text, open: isOne ? open : undefined, yields: true }))
    announce(`${title}, ${text}`)
}

/** The bookings that this page already knows. */
const shown = new Set<string>()
let isFirst = true

/** Marks bookings that are new to the desk, with a notice, unless it has just opened. */
export function markLatest({ latest_bookings }: Agenda): void {
  const known = seen.get()
  if (known === null) see(latest_bookings)
  else {
    const fresh = latest_bookings.filter(({ id }) => !known.includes(id) && !shown.has(id))
    if (fresh.length > 0) mark(fresh)
    if (!isFirst) say(fresh)
  }
  for (const { id } of latest_bookings) shown.add(id)
  isFirst = false
}
