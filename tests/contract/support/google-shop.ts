import { onTestFinished, vi } from 'vitest'
import type { StoredAppointment } from '../../../booking/appointment.ts'
import { shopDomain } from '../../../booking/calendar-event.ts'
import { shop } from '../../../booking/opening-hours.ts'
import { googleCalendar } from '../../../server/calendar/google/calendar.ts'
import { databaseSettings, type EngineName } from './engines.ts'
import { openGoogleApi } from './google-api.ts'
import { at, openAround } from './synced-shop.ts'

/** The times of an event that begins then and lasts an hour, as Google has them. */
export const hour = (startEpochMs: number) => ({
  start: { dateTime: new Date(startEpochMs).toISOString() },
  end: { dateTime: new Date(startEpochMs + 3_600_000).toISOString() },
})

/** The id of an appointment's event at Google. */
export const idOf = ({ id }: Pick<StoredAppointment, 'id'>) => id.replaceAll('-', '')

/** The shop's calendar at a Google of the test's own, with the database and the desk around it. */
export async function openAtGoogle(engine: EngineName = 'SQLite', capacity = 1) {
  // Before Google answers every call.
  const settings = await databaseSettings(engine)
  const api = await openGoogleApi()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: URL, init?: RequestInit) => fetch(api.addressOf(new URL(url)), init))
  onTestFinished(() => void vi.unstubAllGlobals())
  const remote = googleCalendar(api.account, { shop, uidDomain: shopDomain })
  const change = (status: 'confirmed' | 'cancelled', ids: readonly string[]) => {
    for (const id of ids) api.change(id, { status })
  }
  return {
    api,
    ...(await openAround(remote, settings, capacity)),
    /** What the owner does on a phone. */
    moveEvent: (appointment: StoredAppointment, date: string, time: string) =>
      api.change(idOf(appointment), hour(at(date, time))),
    deleteEvents: (...ids: string[]) => change('cancelled', ids),
    restoreEvents: (...ids: string[]) => change('confirmed', ids),
  }
}

export type ShopAtGoogle = Awaited<ReturnType<typeof openAtGoogle>>
