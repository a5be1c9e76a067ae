import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Interval } from '../../../booking/interval.ts'
import type { Shop } from '../../../booking/shop.ts'
import { appointmentIdOf, isOwnUid } from '../../identity.ts'
import type { OwnedEvent } from '../business-calendar.ts'
import { refuseEmptied } from '../remote/refuse-emptied.ts'
import type { BusyTime, RemoteCalendar, RemoteChanges, RemoteEvent } from '../remote/remote-calendar.ts'
import { googleEventId } from './event-id.ts'
import { statusOf, translateGoogleFault } from './google-faults.ts'
import { readServiceAccount } from './service-account.ts'

type GoogleEvent = calendar_v3.Schema$Event
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
const alarmMinutesBefore = 60
/** An event's own note of its UID, because Google makes up another one for what a service account inserts. */
const uidProperty = 'bookingUid'

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw translateGoogleFault(error)
  }
}

function toEpochMs(time: calendar_v3.Schema$EventDateTime | undefined, timeZone: string): number {
  if (time?.dateTime) return Date.parse(time.dateTime)
  if (!time?.date) return Number.NaN
  return Temporal.PlainDate.from(time.date).toZonedDateTime({ timeZone }).epochMilliseconds
}

function uidOf(event: GoogleEvent): string | null {
  const uid = event.extendedProperties?.private?.[uidProperty]
  return uid !== undefined && isOwnUid(uid) ? uid : null
}

/** Whether the owner is free all the same: a note of where to work, an invitation that was declined, and the like. */
function keepsFree({ status, transparency, eventType, attendees }: GoogleEvent): boolean {
  const declined = attendees?.some((one) => one.self && one.responseStatus === 'declined') ?? false
  return (
    status === 'cancelled' || transparency === 'transparent' || eventType === 'workingLocation' || declined
  )
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

  const times = ({ startEpochMs, endEpochMs }: Interval) => ({
    start: { dateTime: new Date(startEpochMs).toISOString(), date: null, timeZone },
    end: { dateTime: new Date(endEpochMs).toISOString(), date: null, timeZone },
  })

  /** Without attendees, whom a service account may not invite; the client's data stand in the description. */
  function toGoogle(event: OwnedEvent): GoogleEvent {
    const appointmentId = appointmentIdOf(event.uid)
    return {
      summary: event.summary,
      description: event.description,
      location: event.location,
      status: event.status,
      ...times(event),
      reminders: { useDefault: false, overrides: [{ method: 'popup', minutes: alarmMinutesBefore }] },
      extendedProperties: {
        private: { [uidProperty]: event.uid, ...(appointmentId ? { appointmentId } : {}) },
      },
    }
  }

  function fromGoogle(event: GoogleEvent, uid: string): RemoteEvent {
    return {
      uid,
      version: event.etag ?? '',
      allDay: !event.start?.dateTime,
      startEpochMs: toEpochMs(event.start, timeZone),
      endEpochMs: toEpochMs(event.end, timeZone),
    }
  }

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
        standing.set(uid, fromGoogle(item, uid))
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
      return event && event.status !== 'cancelled' ? fromGoogle(event, uid) : null
    },

    async create(event, signal) {
      const id = googleEventId(event.uid)
      const requestBody = { id, ...toGoogle(event) }
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
      const requestBody = { ...times(event), recurrence: null } as GoogleEvent
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
          else changes.events.push(fromGoogle(item, uid))
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
      return items
        .filter((item) => !keepsFree(item))
        .map(
          (item): BusyTime => ({
            startEpochMs: toEpochMs(item.start, timeZone),
            endEpochMs: toEpochMs(item.end, timeZone),
            ownUid: uidOf(item),
          }),
        )
        .filter((time) => time.startEpochMs < time.endEpochMs)
    },
  }
}
