import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Shop } from '../../../booking/opening-hours.ts'
import { type BusyTime, CalendarRejected, type RemoteCalendar, type RemoteEvent } from '../calendar.ts'
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
  translateGoogleError,
  uidOf,
} from './events.ts'

export interface GoogleAccount {
  calendarId: string
  /** Path of the service account's key file. */
  keyFile: string
}

const timeoutMs = 8000
const pageSize = 2500

/** An event that this server wrote, and the id of the item at its own time. */
interface Own {
  id: string
  event: RemoteEvent
}

/**
 * Returns Google's answer, which names its kind. Without the kind a proxy answered: it would empty the calendar, or
 * count as a written booking.
 *
 * @param isNone - the status that means null
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
    throw translateGoogleError(error)
  }
  throw new CalendarRejected('GOOGLE_200')
}

/** The owner's calendar at Google, shared with a service account. */
export function googleCalendar(
  { calendarId, keyFile }: GoogleAccount,
  { shop: { timeZone }, uidDomain }: { shop: Shop; uidDomain: string },
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
  // The job queue and the next poll retry at their own pace.
  const request = (signal: AbortSignal) => ({ ...transport, signal, retry: false })

  /** Changes the named fields of an event, if it is still the known version. */
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

  /** The event under its own id; null if the owner deleted it. */
  async function written(uid: string, signal: AbortSignal): Promise<GoogleEvent | null> {
    const event = await get(googleEventId(uid, uidDomain), signal)
    // A calendar that is gone, or no longer shared, answers the same for each event, but rejects a listing.
    if (!event) await answerOf('calendar#events', api.list({ calendarId, maxResults: 1 }, request(signal)))
    return event?.status === 'cancelled' ? null : event
  }

  /** The event, or the first time of a series that the owner made of it. */
  async function findOwn(uid: string, signal: AbortSignal): Promise<Own | null> {
    const event = await written(uid, signal)
    if (!event?.recurrence) return event && toOwn(event, uid)
    const first = await get(firstInstanceId(event), signal)
    // Only the series can be changed.
    return first && first.status !== 'cancelled' ? toOwn(first, uid, event) : null
  }

  /** The days of a series that differ from it: a list that is not expanded has no others. */
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
      const id = googleEventId(event.uid, uidDomain)
      const requestBody = { id, ...toGoogle(event, timeZone, uidDomain) }
      const inserted = api.insert({ calendarId, sendUpdates: 'none', requestBody }, request(signal))
      if (await answerOf('calendar#event', inserted, 409)) return
      // A deleted event keeps its id: restore it.
      const existing = await get(id, signal)
      if (existing?.status !== 'cancelled') return
      // Without its sequence it would start again, which Google rejects.
      const again = { ...requestBody, sequence: existing.sequence ?? 0 }
      const update = { calendarId, eventId: id, sendUpdates: 'none', requestBody: again }
      const updated = await answerOf('calendar#event', api.update(update, request(signal)), 403)
      // An event that was deleted from the trash also cannot come back, and its id stays taken.
      if (!updated) throw new CalendarRejected('GOOGLE_409_duplicate')
    },

    async move({ uid, version: etag }, event, signal) {
      // The library's types have no null for an event that no longer repeats.
      const moved = { ...times(event, timeZone), recurrence: null } as GoogleEvent
      await patch({ id: googleEventId(uid, uidDomain), etag }, moved, signal)
    },

    async reword({ uid, summary, description, location }, signal) {
      const event = await written(uid, signal)
      if (!event) return
      const words = { summary, description, location }
      const reworded = { ...words, attendees: [], attachments: [] }
      await patch(event, reworded, signal)
      if (!event.recurrence) return
      // Days that the owner changed have their own text. Skipping finished days lets a later attempt continue here.
      for (const day of await changedDays(event, signal)) {
        if (!saysOnly(day, words)) await patch(day, reworded, signal)
      }
    },

    async erase({ uid, version }, signal) {
      const eventId = googleEventId(uid, uidDomain)
      const asWeKnow = { ...request(signal), headers: { 'if-match': version } }
      try {
        const { status } = await api.delete({ calendarId, eventId, sendUpdates: 'none' }, asWeKnow)
        if (status !== 204) throw new CalendarRejected(`GOOGLE_${status}`)
      } catch (error) {
        const status = statusOf(error)
        if (status !== 404 && status !== 410) throw translateGoogleError(error)
      }
    },

    /**
     * Reads events, because Google's free/busy answer merges overlapping times of the owner and of this server. Later
     * events come unexpanded: a series has no end.
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
        const uid = uidOf(item, uidDomain)
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
