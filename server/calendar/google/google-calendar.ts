import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Shop } from '../../../booking/shop.ts'
import type { BusyTime, RemoteCalendar, RemoteEvent } from '../remote-calendar.ts'
import { googleEventId, uidOf } from './event-id.ts'
import { firstInstanceId, type GoogleEvent, keepsFree, times, timesOf, toGoogle } from './google-event.ts'
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

/** An event of ours, and the id of the item whose time is its own. */
interface Own {
  id: string
  event: RemoteEvent
}

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
  const { client_email: email, private_key: key } = readServiceAccount(keyFile)
  const account = new auth.JWT({
    email,
    key,
    scopes: ['https://www.googleapis.com/auth/calendar.events'],
    transporterOptions: transport,
  })
  const { events: api } = calendar({ version: 'v3', auth: account })
  // The outbox and the next reading try again, with pauses that suit them.
  const request = (signal: AbortSignal) => ({ ...transport, signal, retry: false })

  /** Changes an event that is still as we know it, and leaves of it what is not named. */
  const patch = ({ uid, version }: RemoteEvent, requestBody: GoogleEvent, signal: AbortSignal) => {
    const changed = { calendarId, eventId: googleEventId(uid), requestBody }
    const asWeKnow = { ...request(signal), headers: { 'if-match': version } }
    return translated(api.patch({ ...changed, sendUpdates: 'none', supportsAttachments: true }, asWeKnow))
  }

  async function get(eventId: string, signal: AbortSignal): Promise<GoogleEvent | null> {
    try {
      return (await api.get({ calendarId, eventId }, request(signal))).data
    } catch (error) {
      if (statusOf(error) === 404) return null
      throw translateGoogleFault(error)
    }
  }

  /** All pages of a list. */
  async function list(query: calendar_v3.Params$Resource$Events$List, signal: AbortSignal) {
    const items: GoogleEvent[] = []
    let pageToken: string | undefined
    do {
      const page = { ...query, calendarId, maxResults: pageSize, ...(pageToken ? { pageToken } : {}) }
      const { data } = await translated(api.list(page, request(signal)))
      items.push(...(data.items ?? []))
      pageToken = data.nextPageToken ?? undefined
    } while (pageToken)
    return items.filter((item) => item.status !== 'cancelled')
  }

  const toOwn = (event: GoogleEvent, uid: string, { etag } = event): Own => ({
    id: event.id ?? '',
    event: { uid, version: etag ?? '', allDay: !event.start?.dateTime, ...timesOf(event, timeZone) },
  })

  /** The event by itself, or the first time of one that the owner has made repeat. */
  async function findOwn(uid: string, signal: AbortSignal): Promise<Own | null> {
    const event = await get(googleEventId(uid), signal)
    if (!event || event.status === 'cancelled') return null
    if (!event.recurrence) return toOwn(event, uid)
    const first = await get(firstInstanceId(event), signal)
    // What can be changed of it is the series.
    return first && first.status !== 'cancelled' ? toOwn(first, uid, event) : null
  }

  return {
    where: 'https://calendar.google.com/calendar/r',
    id: `google ${calendarId}`,

    async find(uid, signal) {
      return (await findOwn(uid, signal))?.event ?? null
    },

    async create(event, signal) {
      const id = googleEventId(event.uid)
      const requestBody = { id, ...toGoogle(event, timeZone) }
      try {
        await api.insert({ calendarId, sendUpdates: 'none', requestBody }, request(signal))
      } catch (error) {
        if (statusOf(error) !== 409) throw translateGoogleFault(error)
        // An id is taken for good, by an event that was deleted too; that one comes back.
        const standing = await get(id, signal)
        if (standing?.status !== 'cancelled') return
        const update = { calendarId, eventId: id, sendUpdates: 'none', requestBody }
        await translated(api.update(update, request(signal)))
      }
    },

    async move(known, event, signal) {
      // The library's types know no way to say that an event repeats no more.
      await patch(known, { ...times(event, timeZone), recurrence: null } as GoogleEvent, signal)
    },

    async reword(known, { summary, description, location }, signal) {
      await patch(known, { summary, description, location, attendees: [], attachments: [] }, signal)
    },

    async erase({ uid, version }, signal) {
      const eventId = googleEventId(uid)
      try {
        await api.delete(
          { calendarId, eventId, sendUpdates: 'none' },
          { ...request(signal), headers: { 'if-match': version } },
        )
      } catch (error) {
        const status = statusOf(error)
        if (status !== 404 && status !== 410) throw translateGoogleFault(error)
      }
    },

    /**
     * From the events and not from Google's free/busy answer, which melts overlapping times into one and so could
     * not tell the owner's events from ours. What comes later is asked for unexpanded: a series has no end.
     */
    async read({ startEpochMs, endEpochMs }, signal) {
      const timeMin = new Date(startEpochMs).toISOString()
      const timeMax = new Date(endEpochMs).toISOString()
      const items = await list({ singleEvents: true, timeMin, timeMax }, signal)
      const later = await list({ timeMin: timeMax }, signal)
      const events: RemoteEvent[] = []
      const busy: BusyTime[] = []
      const unreadable = new Set<string>()
      const ownIds = new Map<string, string>()
      for (const item of [...items, ...later]) {
        const uid = uidOf(item)
        try {
          if (uid !== null && !ownIds.has(uid)) {
            const repeats = item.recurringEventId || item.recurrence
            const own = repeats ? await findOwn(uid, signal) : toOwn(item, uid)
            ownIds.set(uid, own?.id ?? '')
            if (own) events.push(own.event)
          }
          if (keepsFree(item) || later.includes(item)) continue
          const time = timesOf(item, timeZone)
          const ownUid = uid !== null && ownIds.get(uid) === item.id ? uid : null
          if (time.startEpochMs < time.endEpochMs) busy.push({ ...time, ownUid })
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
          unreadable.add(uid ?? item.id ?? '')
        }
      }
      return { events, busy, unreadable: [...unreadable] }
    },
  }
}
