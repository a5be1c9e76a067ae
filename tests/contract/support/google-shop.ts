import { onTestFinished, vi } from 'vitest'
import type { StoredAppointment } from '../../../booking/appointment.ts'
import { shopDomain } from '../../../booking/calendar-event.ts'
import { shop } from '../../../booking/opening-hours.ts'
import { wallTimeToEpochMs } from '../../../booking/time.ts'
import { googleCalendar } from '../../../server/calendar/google/calendar.ts'
import { databaseSettings, type EngineName } from './engines.ts'
import { openGoogleApi } from './google-api.ts'
import { openAround } from './synced-shop.ts'

/** The instant at which the shop's clock shows that. */
export const at = (date: string, time: string) => wallTimeToEpochMs(date, time, shop.timeZone)

/** The times of an event that begins then and lasts an hour, as Google tells them. */
export const hour = (startEpochMs: number) => ({
  start: { dateTime: new Date(startEpochMs).toISOString() },
  end: { dateTime: new Date(startEpochMs + 3_600_000).toISOString() },
})

/** What its event is called there. */
export const idOf = ({ id }: StoredAppointment) => id.replaceAll('-', '')

/** The shop's calendar at a Google of the test's own, with the database and the desk around it. */
export async function openAtGoogle(engine: EngineName = 'SQLite') {
  // Before Google answers every call.
  const settings = await databaseSettings(engine)
  const api = await openGoogleApi()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: URL, init?: RequestInit) => fetch(api.addressOf(new URL(url)), init))
  onTestFinished(() => void vi.unstubAllGlobals())
  return {
    api,
    ...(await openAround(googleCalendar(api.account, { shop, uidDomain: shopDomain }), settings)),
  }
}
