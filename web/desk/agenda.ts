import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { business } from '#shop/business.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, dayWords, mondayOf, timeWords } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { createStore } from '../ui/store.ts'
import { call, queryClient } from './api.ts'
import { withChanged } from './timeline/day-timeline.ts'
import { announce } from './ui/notices.tsx'

/** An idle desk makes at most three calls a minute: two for its agenda, and one for the rest together. */
export const agendaEveryMs = 30_000

export const seldomMs = 120_000

const agendaKey = (from: string, to: string) => ['agenda', from, to] as const

/** The loaded agendas, newest first. */
function loadedAgendas() {
  return queryClient
    .getQueryCache()
    .findAll({ queryKey: ['agenda'] })
    .flatMap(({ queryKey, state }) => {
      const [, from = '', to = ''] = queryKey as string[]
      return state.data ? [{ from, to, agenda: state.data as Agenda, at: state.dataUpdatedAt }] : []
    })
    .sort((a, b) => b.at - a.at)
}

/** All loaded appointments, for a desk without a connection; undefined when nothing was loaded. */
export function loadedAppointments(): DeskAppointment[] | undefined {
  const kept = loadedAgendas()
  if (kept.length === 0) return undefined
  const known = new Map<string, DeskAppointment>()
  for (const { agenda } of kept)
    for (const one of agenda.appointments) if (!known.has(one.id)) known.set(one.id, one)
  return [...known.values()].sort((a, b) => a.starts_at.localeCompare(b.starts_at))
}

/**
 * The agenda from one day to another. Until it arrives, another loaded agenda is shown in its place.
 *
 * @param needed - a day whose week that other agenda must contain
 */
export function agendaQuery(from: string, to: string, needed?: string) {
  return queryOptions({
    queryKey: agendaKey(from, to),
    queryFn: async ({ signal }) => {
      const agenda = await call('agenda', { from, to }, signal)
      noteArrivals(queryClient.getQueryData<Agenda>(agendaKey(from, to)), agenda)
      return agenda
    },
    initialData: () => (needed ? loadedWith(needed)?.agenda : undefined),
    initialDataUpdatedAt: () => (needed ? loadedWith(needed)?.at : undefined),
  })
}

function loadedWith(date: string) {
  const monday = mondayOf(date)
  return loadedAgendas().find(({ from, to }) => from <= monday && addDays(monday, 6) <= to)
}

/** Puts a changed appointment into every loaded agenda that has its day, or had it. */
export function showChanged(changed: DeskAppointment): void {
  for (const [key, agenda] of queryClient.getQueriesData<Agenda>({ queryKey: ['agenda'] })) {
    const [, from = '', to = ''] = key as string[]
    const shown = agenda && withChanged(agenda, { from, to }, changed)
    if (shown) queryClient.setQueryData<Agenda>(key, shown)
  }
}

export const openingQuery = queryOptions({
  queryKey: ['opening'],
  queryFn: ({ signal }) => call('opening', {}, signal),
  refetchInterval: seldomMs,
})

/** Refetches everything that a change, or its rejection, affects. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ['agenda'] })
  void queryClient.invalidateQueries(openingQuery)
}

/** The shop with its current opening hours, once they are loaded. */
export function useShop() {
  const { data, error, isPending } = useQuery(openingQuery)
  const shop = useMemo<Shop | undefined>(() => data && { opening: data, timeZone: business.timeZone }, [data])
  return { shop, error, isPending }
}

const newForMs = 10_000

const arrived = createStore<ReadonlySet<string>>(new Set())

export const useHasArrived = (id: string) => arrived.use((ids) => ids.has(id))

const words = ({ full_name, appointment_date, appointment_time }: DeskAppointment) =>
  `${desk.day.fresh}: ${full_name}, ${dayWords(appointment_date)}, ${timeWords(appointment_time)}`

/** Marks and announces the appointments that an agenda didn't have at the last fetch. */
export function noteArrivals(before: Agenda | undefined, after: Agenda): void {
  if (!before) return
  const known = new Set(before.appointments.map(({ id }) => id))
  const fresh = after.appointments.filter(({ id, status }) => status === 'confirmed' && !known.has(id))
  if (fresh.length === 0) return
  arrived.set(new Set([...arrived.get(), ...fresh.map(({ id }) => id)]))
  announce(fresh.map(words).join('. '))
  setTimeout(() => {
    const rest = new Set(arrived.get())
    for (const { id } of fresh) rest.delete(id)
    arrived.set(rest)
  }, newForMs)
}
