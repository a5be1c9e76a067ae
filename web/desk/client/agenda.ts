import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays, mondayOf } from '../../../booking/time.ts'
import { business } from '../../../demo/business.ts'
import { noteArrivals } from './arrivals.ts'
import { call } from './call.ts'
import { queryClient } from './query-client.ts'
import { withChanged } from './with-changed.ts'

/** What comes in is to be seen within 5 seconds, on the open day and wherever else an agenda is shown. */
const agendaEveryMs = 3500
const openingEveryMs = 60_000

const agendaKey = (monday: string) => ['agenda', monday] as const

export function weekQuery(monday: string) {
  return queryOptions({
    queryKey: agendaKey(monday),
    queryFn: async ({ signal }) => {
      const week = await call('agenda', { from: monday, to: addDays(monday, 6) }, signal)
      noteArrivals(queryClient.getQueryData<Agenda>(agendaKey(monday)), week)
      return week
    },
    staleTime: agendaEveryMs,
    refetchInterval: agendaEveryMs,
  })
}

/** The week of this day, Monday to Sunday. */
export const useWeek = (date: string) => useQuery(weekQuery(mondayOf(date)))

const nothing: Agenda = { appointments: [], closures: [], busy: [], owed: [] }

function unique<Item>(items: Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()]
}

/** What is known of the weeks from one day to another; they are asked for once they are wanted. */
export function useWeeks(from: string, to: string, isWanted: boolean): Agenda {
  const mondays: string[] = []
  for (let monday = mondayOf(from); monday <= to; monday = addDays(monday, 7)) mondays.push(monday)
  return useQueries({
    queries: mondays.map((monday) => ({ ...weekQuery(monday), enabled: isWanted })),
    combine: (results) => {
      const weeks = results.map(({ data }) => data ?? nothing)
      return {
        appointments: weeks.flatMap(({ appointments }) => appointments),
        // A closure or a busy time over a week's end is in both.
        closures: unique(
          weeks.flatMap(({ closures }) => closures),
          ({ id }) => id,
        ),
        busy: unique(
          weeks.flatMap(({ busy }) => busy),
          (one) => `${one.from}/${one.to}`,
        ),
        // What is owed of other days is owed, too, whether they are known or not.
        owed: unique(
          weeks.flatMap(({ owed, owed_elsewhere = [] }) => [...owed, ...owed_elsewhere]),
          ({ id }) => String(id),
        ),
      }
    },
  })
}

/** A longer stretch, where the next client or an appointment is to be looked for: on any of its days one can come in. */
export const longQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: ['agenda', from, to],
    queryFn: ({ signal }) => call('agenda', { from, to }, signal),
    staleTime: agendaEveryMs,
    refetchInterval: agendaEveryMs,
  })

/** Puts an appointment as it now stands into every agenda that shows its day, or has shown it. */
export function showChanged(changed: DeskAppointment): void {
  for (const [key, agenda] of queryClient.getQueriesData<Agenda>({ queryKey: ['agenda'] })) {
    const [, from = '', to = addDays(from, 6)] = key as string[]
    const shown = agenda && withChanged(agenda, { from, to }, changed)
    if (shown) queryClient.setQueryData<Agenda>(key, shown)
  }
}

export const openingQuery = queryOptions({
  queryKey: ['opening'],
  queryFn: ({ signal }) => call('opening', {}, signal),
  staleTime: openingEveryMs / 2,
  refetchInterval: openingEveryMs,
})

/** Asks anew for all that a change can have changed, or that it was refused for. */
export function refresh(): void {
  void queryClient.invalidateQueries({ queryKey: ['agenda'] })
  void queryClient.invalidateQueries(openingQuery)
}

/** The shop with the opening in force, once the server has told it. */
export function useShop() {
  const { data, error, isPending } = useQuery(openingQuery)
  const shop = useMemo<Shop | undefined>(() => data && { opening: data, timeZone: business.timeZone }, [data])
  return { shop, error, isPending }
}
