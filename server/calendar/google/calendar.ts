import { auth, calendar, type calendar_v3 } from '@googleapis/calendar'
import type { Shop } from '../../../booking/opening-hours.ts'
import type { Interval } from '../../../booking/time.ts'
import {
  type BusyTime,
  CalendarRejected,
  limitToADay,
  type RemoteCalendar,
  type RemoteEvent,
  timesMax,
} from '../calendar.ts'
import {
  firstInstanceId,
  type GoogleEvent,
  getStatus,
  hasOnlyTextOf,
  isMarkedFree,
  isUnanswered,
  readServiceAccount,
  readTimes,
  readUid,
  times,
  toGoogle,
  toGoogleEventId,
  translateGoogleError,
} from './events.ts'

export interface GoogleAccount {
  calendarId: string
  keyFile: string
}

const timeoutMs = 8000

/**
 * Returns Google's answer. An answer without a `kind` is a proxy's; it would empty the calendar or count as written.
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
    if (isNone !== undefined && getStatus(error) === isNone) return null
    throw translateGoogleError(error)
  }
  throw new CalendarRejected('GOOGLE_200')
}

export function createGoogleCalendar(
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
  const request = (signal: AbortSignal, version?: string | null) => ({
    ...transport,
    signal,
    retry: false,
    ...(version !== undefined && { headers: { 'if-match': version ?? '' } }),
  })

  const silent = { calendarId, sendUpdates: 'none' }

  const patch = (event: Pick<GoogleEvent, 'id' | 'etag'>, requestBody: GoogleEvent, signal: AbortSignal) => {
    const changed = { ...silent, supportsAttachments: true, eventId: event.id ?? '', requestBody }
    return answerOf('calendar#event', api.patch(changed, request(signal, event.etag ?? null)))
  }

  const get = (eventId: string, signal: AbortSignal): Promise<GoogleEvent | null> =>
    answerOf('calendar#event', api.get({ calendarId, eventId }, request(signal)), 404)

  async function list(query: calendar_v3.Params$Resource$Events$List, signal: AbortSignal) {
    const items: GoogleEvent[] = []
    let pageToken: string | undefined
    do {
      const page = { ...query, calendarId, maxResults: 2500, ...(pageToken ? { pageToken } : {}) }
      const found = await answerOf('calendar#events', api.list(page, request(signal)))
      items.push(...(found?.items ?? []))
      pageToken = found?.nextPageToken ?? undefined
    } while (pageToken)
    return items.filter((item) => item.status !== 'cancelled')
  }

  const toOwn = (event: GoogleEvent, uid: string, { etag } = event) => ({
    id: event.id ?? '',
    event: { uid, version: etag ?? '', allDay: !event.start?.dateTime, ...readTimes(event, timeZone) },
  })

  async function written(uid: string, signal: AbortSignal): Promise<GoogleEvent | null> {
    const event = await get(toGoogleEventId(uid, uidDomain), signal)
    // A calendar that is gone, or no longer shared, gives the same answer for each event, but rejects a list.
    if (!event) await answerOf('calendar#events', api.list({ calendarId, maxResults: 1 }, request(signal)))
    return event?.status === 'cancelled' ? null : event
  }

  /** The event, or the first time of a series that the owner made of it. */
  async function findOwn(uid: string, signal: AbortSignal) {
    const event = await written(uid, signal)
    if (!event?.recurrence) return event && toOwn(event, uid)
    const first = await get(firstInstanceId(event), signal)
    // Only the series can be changed.
    return first && first.status !== 'cancelled' ? toOwn(first, uid, event) : null
  }

  return {
    where: 'https://calendar.google.com/calendar/r',
    id: `google ${calendarId}`,

    async find({ uid }, signal) {
      return (await findOwn(uid, signal))?.event ?? null
    },

    async create(event, signal) {
      const id = toGoogleEventId(event.uid, uidDomain)
      const requestBody = { id, ...toGoogle(event, timeZone, uidDomain) }
      const inserted = api.insert({ ...silent, requestBody }, request(signal))
      if (await answerOf('calendar#event', inserted, 409)) return
      // A deleted event keeps its id: restore it.
      const existing = await get(id, signal)
      if (existing?.status !== 'cancelled') return
      // Without its sequence it would start over, which Google rejects.
      const again = { ...requestBody, sequence: existing.sequence ?? 0 }
      const update = api.update({ ...silent, eventId: id, requestBody: again }, request(signal))
      const updated = await answerOf('calendar#event', update, 403)
      // Once it's deleted from the trash, it can't come back, and its id stays taken.
      if (!updated) throw new CalendarRejected('GOOGLE_409_duplicate')
    },

    async move({ uid, version: etag }, event, signal) {
      // The library's types lack this null.
      const moved = { ...times(event, timeZone), recurrence: null } as GoogleEvent
      await patch({ id: toGoogleEventId(uid, uidDomain), etag }, moved, signal)
    },

    async reword({ uid, summary, description, location }, signal) {
      const event = await written(uid, signal)
      if (!event) return
      const words = { summary, description, location }
      const reworded = { ...words, attendees: [], attachments: [] }
      await patch(event, reworded, signal)
      if (!event.recurrence) return
      // Only the days that the owner changed have their own text and appear in this list.
      for (const day of await list({ iCalUID: event.iCalUID ?? '' }, signal)) {
        // Skipping finished days lets a later attempt continue here.
        if (day.recurringEventId === event.id && !hasOnlyTextOf(day, words))
          await patch(day, reworded, signal)
      }
    },

    async erase({ uid, version }, signal) {
      const eventId = toGoogleEventId(uid, uidDomain)
      try {
        const { status } = await api.delete({ ...silent, eventId }, request(signal, version))
        if (status !== 204) throw new CalendarRejected(`GOOGLE_${status}`)
      } catch (error) {
        const status = getStatus(error)
        if (status !== 404 && status !== 410) throw translateGoogleError(error)
      }
    },

    /** Doesn't request free/busy times, which would merge the owner's and this server's. */
    async read({ startEpochMs, endEpochMs }, signal) {
      const timeMin = new Date(startEpochMs).toISOString()
      const timeMax = new Date(endEpochMs).toISOString()
      const items = await list({ singleEvents: true, timeMin, timeMax }, signal)
      // Unexpanded, because a series has no end.
      const later = new Set(await list({ timeMin: timeMax }, signal))
      const events: RemoteEvent[] = []
      const busy: BusyTime[] = []
      const unreadable = new Set<string>()
      const ownIds = new Map<string, string>()
      const seriesOf = ({ recurringEventId, id }: GoogleEvent) => recurringEventId ?? id ?? ''
      const ofSeries = Map.groupBy(items, seriesOf)
      const unanswered = new Map<string, Interval[]>()
      for (const item of [...items, ...later]) {
        const uid = readUid(item, uidDomain)
        try {
          if (uid !== null && !ownIds.has(uid)) {
            const repeats = item.recurringEventId || item.recurrence
            const own = repeats ? await findOwn(uid, signal) : toOwn(item, uid)
            ownIds.set(uid, own?.id ?? '')
            if (own) events.push(own.event)
          }
          if (isMarkedFree(item) || later.has(item)) continue
          const series = seriesOf(item)
          if ((ofSeries.get(series)?.length ?? 0) > timesMax)
            throw new RangeError('The event has too many times.')
          const time = readTimes(item, timeZone)
          if (isUnanswered(item)) {
            unanswered.set(series, [...(unanswered.get(series) ?? []), time])
            continue
          }
          const ownUid = uid !== null && ownIds.get(uid) === item.id ? uid : null
          if (time.startEpochMs < time.endEpochMs) busy.push({ ...time, ownUid })
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
          unreadable.add(uid ?? seriesOf(item))
        }
      }
      for (const times of unanswered.values()) {
        const inOrder = times.sort((a, b) => a.startEpochMs - b.startEpochMs)
        busy.push(...limitToADay(inOrder).map((time) => ({ ...time, ownUid: null })))
      }
      return { events, busy, unreadable: [...unreadable] }
    },
  }
}
