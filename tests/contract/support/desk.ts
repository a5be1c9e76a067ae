import { createClient } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { Agenda, DeskAppointment } from '../../../booking/owner-api.ts'
import type { Json } from '../../../booking/owner-json.ts'
import {
  ann,
  keyHeaders,
  type OpenShop,
  openShop,
  readMails,
  type Settings,
  testNoon,
} from './shop-server.ts'

/** The official client, unchanged, with its own session in memory. */
export function officialClient(url: string) {
  return createClient(url, keyHeaders.apikey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
}

export type OfficialClient = ReturnType<typeof officialClient>

export const getLinkToken = (link: string | null | undefined) =>
  /\?desk#([\w-]{43})$/.exec(link ?? '')?.[1] ?? ''

/** The official client, signed in with a link. */
export async function signIn(url: string, link: string | null): Promise<OfficialClient> {
  const client = officialClient(url)
  const { data, error } = await client.auth.verifyOtp({ type: 'magiclink', token_hash: getLinkToken(link) })
  expect(error).toBeNull()
  expect(data.session?.refresh_token).toBeTruthy()
  return client
}

export const atDesk = (shop: OpenShop) => signIn(shop.url, shop.firstDeskLink)

/** A frozen clock that only the test moves. */
export function createFrozenClock() {
  let atMs = testNoon
  const pass = (ms: number) => {
    atMs += ms
  }
  return { now: () => atMs, pass }
}

/** A shop with such a clock, and the official client at its desk. */
export async function openDesk(settings: Settings = {}) {
  const clock = createFrozenClock()
  const shop = await openShop({ now: clock.now, ...settings })
  const client = await atDesk(shop)
  return {
    shop,
    client,
    read: async (name: string, args = {}) => (await client.rpc(name, args, { get: true })).data,
    async pass(ms: number) {
      clock.pass(ms)
      await client.auth.refreshSession()
    },
  }
}

/** The emails with links to the desk, in any order. */
export const getLinkMails = (dataDir: string) => readMails(dataDir, 'desk-link')

export const getAccessToken = async (client: OfficialClient): Promise<string> =>
  (await client.auth.getSession()).data.session?.access_token ?? ''

export const getHeaders = async (client: OfficialClient) => ({
  ...keyHeaders,
  authorization: `Bearer ${await getAccessToken(client)}`,
})

export const day = { from: ann.appointment_date, to: ann.appointment_date }

export async function getAgenda(client: OfficialClient, days = day): Promise<Json<Agenda>> {
  const { data, error } = await client.rpc('agenda', days, { get: true })
  expect(error).toBeNull()
  return data
}

export async function getOnlyAppointment(client: OfficialClient, days = day): Promise<Json<DeskAppointment>> {
  const { appointments } = await getAgenda(client, days)
  expect(appointments).toHaveLength(1)
  return appointments[0] as Json<DeskAppointment>
}
