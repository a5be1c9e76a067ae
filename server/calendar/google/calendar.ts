import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Shop } from '../../../booking/opening-hours.ts'
import { type BusyTime, CalendarRefused, type RemoteCalendar, type RemoteEvent } from '../calendar.ts'
import {
  firstInstanceId,
  type GoogleEvent,
  googleEventId,
  keepsFree,
  readServiceAccount,
  saysOnly,
  statusOf,
  times,
  timesOf,
  toGoogle,
  translateGoogleFault,
  uidOf,
} from './events.ts'

export interface GoogleAccount {
  calendarId: string
  /** Path of the service account's key file. */
  keyFile: string
}

const timeoutMs = 8000
const pageSize = 2500

/** An event of ours, and the id of the item whose time is its own. */
interface Own {
  id: string
  event: RemoteEvent
}

/**
 * What Google has answered, which says of itself what it is. What does not comes from somebody between us, whatever its
 * status: taken for an answer, it would empty the calendar, or a booking would count as written there.
 *
 * @param isNone - the status that says that there is no such thing
 */
async function answerOf<T extends { kind?: string | null }>(
  kind: 'calendar#event' | 'calendar#events',
  work: Promise<{ data: T }>,
  isNone?: number,
): Promise<T | null> {
  try {
    const { data } = await work
    if (data?.kind === kind) return data
  } catch (error) {
    if (isNone !== undefined && statusOf(error) === isNone) return null
    throw translateGoogleFault(error)
  }
  throw new CalendarRefused('GOOGLE_200')
}

/** The owner's calendar at Google, shared with a service account. */
export function googleCalendar(
  { calendarId, keyFile }: GoogleAccount,
  { shop: { timeZone } }: { shop: Shop },
): RemoteCalendar {
  const transport = { fetchImplementation: fetch, timeout: timeoutMs }
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
  const patch = (
    { id, etag }: Pick<GoogleEvent, 'id' | 'etag'>,
    requestBody: GoogleEvent,
    signal: AbortSignal,
  ) => {
    const changed = { calendarId, eventId: id ?? '', requestBody }
    const asWeKnow = { ...request(signal), headers: { 'if-match': etag ?? '' } }
    const patched = api.patch({ ...changed, sendUpdates: 'none', supportsAttachments: true }, asWeKnow)
    return answerOf('calendar#event', patched)
  }

  const get = (eventId: string, signal: AbortSignal): Promise<GoogleEvent | null> =>
    answerOf('calendar#event', api.get({ calendarId, eventId }, request(signal)), 404)

  /** All pages of a list. */
  async function list(query: calendar_v3.Params$Resource$Events$List, signal: AbortSignal) {
    const items: GoogleEvent[] = []
    let pageToken: string | undefined
    do {
      const page = { ...query, calendarId, maxResults: pageSize, ...(pageToken ? { pageToken } : {}) }
      const found = await answerOf('calendar#events', api.list(page, request(signal)))
      items.push(...(found?.items ?? []))
      pageToken = found?.nextPageToken ?? undefined
    } while (pageToken)
    return items.filter((item) => item.status !== 'cancelled')
  }

  const toOwn = (event: GoogleEvent, uid: string, { etag } = event): Own => ({
    id: event.id ?? '',
    event: { uid, version: etag ?? '', allDay: !event.start?.dateTime, ...timesOf(event, timeZone) },
  })

  /** The event as we have written it; null for one that the owner has deleted. */
  async function written(uid: string, signal: AbortSignal): Promise<GoogleEvent | null> {
    const event = await get(googleEventId(uid), signal)
    // A calendar that is away, or shared no more, has the same answer for each event; to this it has another.
    if (!event) await answerOf('calendar#events', api.list({ calendarId, maxResults: 1 }, request(signal)))
    return event?.status === 'cancelled' ? null : event
  }

  /** The event by itself, or the first time of one that the owner has made repeat. */
  async function findOwn(uid: string, signal: AbortSignal): Promise<Own | null> {
    const event = await written(uid, signal)
    if (!event?.recurrence) return event && toOwn(event, uid)
    const first = await get(firstInstanceId(event), signal)
    // What can be changed of it is the series.
    return first && first.status !== 'cancelled' ? toOwn(first, uid, event) : null
  }

  /** The days of an event that repeats that differ from it: a list that is not expanded tells no others. */
  async function changedDays({ id, iCalUID }: GoogleEvent, signal: AbortSignal): Promise<GoogleEvent[]> {
    const items = await list({ iCalUID: iCalUID ?? '' }, signal)
    return items.filter(({ recurringEventId }) => recurringEventId === id)
  }

  return {
    where: 'https://calendar.google.com/calendar/r',
    id: `google ${calendarId}`,

    async find({ uid }, signal) {
      return (await findOwn(uid, signal))?.event ?? null
    },

    async create(event, signal) {
      const id = googleEventId(event.uid)
      const requestBody = { id, ...toGoogle(event, timeZone) }
      const inserted = api.insert({ calendarId, sendUpdates: 'none', requestBody }, request(signal))
      if (await answerOf('calendar#event', inserted, 409)) return
      // An id is taken for good, by an event that was deleted too; that one comes back.
      const standing = await get(id, signal)
      if (standing?.status !== 'cancelled') return
      // It goes on counting its changes: with none named it would be its first again, which Google refuses.
      const again = { ...requestBody, sequence: standing.sequence ?? 0 }
      const update = { calendarId, eventId: id, sendUpdates: 'none', requestBody: again }
      const updated = await answerOf('calendar#event', api.update(update, request(signal)), 403)
      // What was deleted out of the trash, too, comes back no more, and its id goes to no other.
      if (!updated) throw new CalendarRefused('GOOGLE_409_duplicate')
    },

    async move({ uid, version: etag }, event, signal) {
      // The library's types know no way to say that an event repeats no more.
      const moved = { ...times(event, timeZone), recurrence: null } as GoogleEvent
      await patch({ id: googleEventId(uid), etag }, moved, signal)
    },

    async reword({ uid, summary, description, location }, signal) {
      const event = await written(uid, signal)
      if (!event) return
      const words = { summary, description, location }
      const reworded = { ...words, attendees: [], attachments: [] }
      await patch(event, reworded, signal)
      if (!event.recurrence) return
      // Days that the owner has changed by themselves keep their own words; what is said already is not said again, so
      // that a later attempt goes on where this one ends.
      for (const day of await changedDays(event, signal)) {
        if (!saysOnly(day, words)) await patch(day, reworded, signal)
      }
    },

    async erase({ uid, version }, signal) {
      const eventId = googleEventId(uid)
      const asWeKnow = { ...request(signal), headers: { 'if-match': version } }
      try {
        const { status } = await api.delete({ calendarId, eventId, sendUpdates: 'none' }, asWeKnow)
        if (status !== 204) throw new CalendarRefused(`GOOGLE_${status}`)
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
      const later = new Set(await list({ timeMin: timeMax }, signal))
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
          if (keepsFree(item) || later.has(item)) continue
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
