import { onTestFinished, vi } from 'vitest'
import { shop } from '../../../booking/shop.ts'
import { googleCalendar } from '../../../server/calendar/google/google-calendar.ts'
import { databaseSettings, type EngineName } from './engines.ts'
import { openGoogleApi } from './google-api.ts'
import { openAround } from './synced-shop.ts'

/** The shop's calendar at a Google of the test's own, with the database and the desk around it. */
export async function openAtGoogle(engine: EngineName = 'SQLite') {
  // Before Google answers every call.
  const settings = await databaseSettings(engine)
  const api = await openGoogleApi()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: URL, init?: RequestInit) => fetch(api.addressOf(new URL(url)), init))
  onTestFinished(() => void vi.unstubAllGlobals())
  return { api, ...(await openAround(googleCalendar(api.account, { shop }), settings)) }
}
