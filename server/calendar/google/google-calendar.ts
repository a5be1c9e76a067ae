import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Shop } from '../../../booking/shop.ts'
import { refuseEmptied } from '../refuse-emptied.ts'
import type { RemoteCalendar, RemoteChanges, RemoteEvent } from '../remote-calendar.ts'
import { googleEventId } from './event-id.ts'
import { busyTimes, fromGoogle, type GoogleEvent, times, toGoogle, uidOf } from './google-event.ts'
import { statusOf, translateGoogleFault } from './google-faults.ts'
import { readServiceAccount } from './service-account.ts'

type Request = Parameters<typeof fetch>

export interface GoogleAccount {
  calendarId: string
  /** Path of the service account's key file. */
  keyFile: string
}

interface Dependencies {
  shop: Shop
  /** For tests: where requests go instead. */
  rewrite?: (url: URL) => URL
}

const timeoutMs = 8000
const pageSize = 2500

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw translateGoogleFault(error)
  }
}

/** The owner's calendar at Google, shared with a service account. */
export function googleCalendar(
  { calendarId, keyFile }: GoogleAccount,
  { shop, rewrite }: Dependencies,
): RemoteCalendar {
  const { timeZone } = shop
  const fetchImplementation = (...[input, init]: Request) => {
    const url = new URL(input instanceof Request ? input.url : input)
    return fetch(rewrite ? rewrite(url) : url, init)
  }
  const transport = { fetchImplementation, timeout: timeoutMs }
  const { email, privateKey } = readServiceAccount(keyFile)
  const account = new auth.JWT({
    email,
    key: privateKey,
    scopes: ['https://www.googleapis.com/auth/calendar.events'],
    transporterOptions: transport,
  })
  const { events } = calendar({ version: 'v3', auth: account })
  // The outbox and the next reading try again, with pauses that suit them.
  const request = (signal: AbortSignal) => ({ ...transport, signal, retry: false })

  async function get(eventId: string, signal: AbortSignal): Promise<GoogleEvent | null> {
    try {
      return (await events.get({ calendarId, eventId }, request(signal))).data
    } catch (error) {
      if (statusOf(error) === 404) return null
      throw translateGoogleFault(error)
    }
  }

  /** All pages of a list; the token that goes on from here stands on the last of them. */
  async function list(query: calendar_v3.Params$Resource$Events$List, signal: AbortSignal) {
    const items: GoogleEvent[] = []
    let pageToken: string | undefined
    for (;;) {
      const page = { ...query, calendarId, maxResults: pageSize, ...(pageToken ? { pageToken } : {}) }
      const { data } = await events.list(page, request(signal))
      items.push(...(data.items ?? []))
      if (!data.nextPageToken) return { items, syncToken: data.nextSyncToken ?? '' }
      pageToken = data.nextPageToken
    }
  }

  async function listing(known: ReadonlySet<string>, signal: AbortSignal): Promise<RemoteChanges> {
    const { items, syncToken } = await translated(list({}, signal))
    const standing = new Map<string, RemoteEvent>()
    for (const item of items) {
      const uid = uidOf(item)
      if (uid !== null && known.has(uid) && item.status !== 'cancelled')
        standing.set(uid, fromGoogle(item, uid, timeZone))
    }
    const gone = [...known].filter((uid) => !standing.has(uid))
    refuseEmptied(gone.length, known.size)
    return { cursor: syncToken, events: [...standing.values()], gone }
  }

  return {
    where: 'https://calendar.google.com/calendar/r',
    id: `google ${calendarId}`,

    async find(uid, signal) {
      const event = await get(googleEventId(uid), signal)
      return event && event.status !== 'cancelled' ? fromGoogle(event, uid, timeZone) : null
    },

    async create(event, signal) {
      const id = googleEventId(event.uid)
      const requestBody = { id, ...toGoogle(event, timeZone) }
      try {
        await events.insert({ calendarId, sendUpdates: 'none', requestBody }, request(signal))
      } catch (error) {
        if (statusOf(error) !== 409) throw translateGoogleFault(error)
        // An id is taken for good, by an event that was deleted too; that one comes back.
        const standing = await get(id, signal)
        if (standing?.status !== 'cancelled') return
        const update = { calendarId, eventId: id, sendUpdates: 'none', requestBody }
        await translated(events.update(update, request(signal)))
      }
    },

    async move({ version }, event, signal) {
      const eventId = googleEventId(event.uid)
      const requestBody = { ...times(event, timeZone), recurrence: null } as GoogleEvent
      await translated(
        events.patch(
          { calendarId, eventId, sendUpdates: 'none', requestBody },
          { ...request(signal), headers: { 'if-match': version } },
        ),
      )
    },

    async reword({ version }, { uid, summary, description, location }, signal) {
      const eventId = googleEventId(uid)
      const requestBody = { summary, description, location, attendees: [], attachments: [] }
      await translated(
        events.patch(
          { calendarId, eventId, sendUpdates: 'none', supportsAttachments: true, requestBody },
          { ...request(signal), headers: { 'if-match': version } },
        ),
      )
    },

    async erase({ uid, version }, signal) {
      const eventId = googleEventId(uid)
      try {
        await events.delete(
          { calendarId, eventId, sendUpdates: 'none' },
          { ...request(signal), headers: { 'if-match': version } },
        )
      } catch (error) {
        const status = statusOf(error)
        if (status !== 404 && status !== 410) throw translateGoogleFault(error)
      }
    },

    async changesSince(cursor, known, signal) {
      if (cursor === null) return listing(known, signal)
      try {
        const { items, syncToken } = await list({ syncToken: cursor }, signal)
        const byId = new Map([...known].map((uid) => [googleEventId(uid), uid]))
        const changes: RemoteChanges = { cursor: syncToken, events: [], gone: [] }
        for (const item of items) {
          // Of a deleted event nothing but its id may be left.
          const uid = byId.get(item.id ?? '')
          if (uid === undefined) continue
          if (item.status === 'cancelled') changes.gone.push(uid)
          else changes.events.push(fromGoogle(item, uid, timeZone))
        }
        return changes
      } catch (error) {
        // The token has expired: https://developers.google.com/workspace/calendar/api/guides/sync
        if (statusOf(error) === 410) return listing(known, signal)
        throw translateGoogleFault(error)
      }
    },

    /**
     * From the events and not from Google's free/busy answer, which melts overlapping times into one and so could
     * not tell the owner's events from ours.
     */
    async busyDuring({ startEpochMs, endEpochMs }, signal) {
      const during = {
        singleEvents: true,
        timeMin: new Date(startEpochMs).toISOString(),
        timeMax: new Date(endEpochMs).toISOString(),
      }
      const { items } = await translated(list(during, signal))
      return busyTimes(items, timeZone)
    },
  }
}
