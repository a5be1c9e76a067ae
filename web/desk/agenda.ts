import { queryOptions } from '@tanstack/react-query'
import { business } from '#shop/business.ts'
import type { Opening } from '#shop/types.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, startOfWeek } from '../../booking/time.ts'
import { call, queryClient } from './api.ts'
import { markLatest } from './new-bookings.ts'
import { applyChange } from './timeline/day-timeline.ts'

/** An idle desk makes at most three calls a minute: two for its agenda, and one for everything else. */
export const agendaEveryMs = 30_000
export const slowPollMs = 120_000

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
  const loaded = loadedAgendas()
  if (loaded.length === 0) return undefined
  const appointments = loaded.reverse().flatMap(({ agenda }) => agenda.appointments)
  const newest = new Map(appointments.map((appointment) => [appointment.id, appointment]))
  return [...newest.values()].sort((a, b) => a.starts_at.localeCompare(b.starts_at))
}

/** @param needed - a day. Until the agenda arrives, another loaded one with that day's week takes its place */
export function agendaQuery(from: string, to: string, needed?: string) {
  const monday = needed && startOfWeek(needed)
  const loaded = () =>
    monday
      ? loadedAgendas().find((cached) => cached.from <= monday && addDays(monday, 6) <= cached.to)
      : undefined
  return queryOptions({
    queryKey: ['agenda', from, to],
    queryFn: async ({ signal }) => {
      const agenda = await call('agenda', { from, to }, signal)
      markLatest(agenda)
      return agenda
    },
    initialData: () => loaded()?.agenda,
    initialDataUpdatedAt: () => loaded()?.at,
  })
}

export function showChanged(changed: DeskAppointment): void {
  for (const [key, agenda] of queryClient.getQueriesData<Agenda>({ queryKey: ['agenda'] })) {
    const [, from = '', to = ''] = key as string[]
    const shown = agenda && applyChange(agenda, { from, to }, changed)
    if (shown) queryClient.setQueryData<Agenda>(key, shown)
  }
}

const toShop = (opening: Opening): Shop => ({ opening, timeZone: business.timeZone })

export const openingQuery = queryOptions({
  queryKey: ['opening'],
  queryFn: ({ signal }) => call('opening', {}, signal),
  select: toShop,
  refetchInterval: slowPollMs,
})

export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ['agenda'] })
  void queryClient.invalidateQueries(openingQuery)
}
