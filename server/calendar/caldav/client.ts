import {
  createCalendarObject,
  type DAVResponse,
  davRequest,
  deleteCalendarObject,
  propfind,
  updateCalendarObject,
} from 'tsdav'
import { basicInstant, type Interval, msPerMinute } from '../../../booking/time.ts'
import { eachCall } from '../../lib/each-call.ts'
import { CalendarRefused, ChangedMeanwhile } from '../calendar.ts'

export interface DavAccount {
  /** The collection's own address. */
  url: string
  username: string
  password: string
}

export interface DavObject {
  /** The last part of its address, decoded. */
  name: string
  etag: string
  data: string
}

const refused = (status: number, reason = '') =>
  new CalendarRefused(['CALDAV', status, reason].filter(Boolean).join('_'))

/**
 * That another object has the event's UID already (RFC 4791, 5.3.2.1). Some servers let no two calendars of an account
 * hold one event, and have another word for it (RFC 6638, 3.2.4.1).
 */
const isUidConflict = (answer: string) =>
  /\b(no-uid-conflict|unique-scheduling-object-resource)\b/.test(answer)

/** Somebody in between, or the server while it is being mended: what was sent has gone nowhere. */
const isForPeople = ({ status, headers }: Response) =>
  status === 200 && /^text\/html\b/i.test(headers.get('content-type') ?? '')

/** The calendar's own error for what fetch throws. */
function translateDavFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { cause } = error
  // fetch says "fetch failed" and keeps what has happened to itself.
  const isUnreachable = error instanceof TypeError && cause instanceof Error && 'code' in cause
  return isUnreachable ? new CalendarRefused(String(cause.code), { cause }) : error
}

/** The few requests of CalDAV and WebDAV that the calendar needs, made with tsdav. */
export function davCollection({ url, username, password }: DavAccount) {
  const collection = new URL(url.endsWith('/') ? url : `${url}/`)
  // RFC 7617: in UTF-8, which tsdav's own header does not write.
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const headers = { authorization }
  const calendar = { url: collection.href }

  const objectUrl = (name: string) => new URL(encodeURIComponent(name), collection).href
  const nameOf = (href: string) =>
    decodeURIComponent(new URL(href, collection).pathname.split('/').at(-1) ?? '')

  /** @param alsoFine - statuses that say that nothing was left to do */
  async function written(response: Response, ...alsoFine: number[]): Promise<void> {
    const { status, ok, body } = response
    if (status === 403 || status === 409) {
      throw refused(status, isUidConflict(await response.text()) ? 'no-uid-conflict' : '')
    }
    await body?.cancel()
    if ((ok && !isForPeople(response)) || alsoFine.includes(status)) return
    throw status === 412 ? new ChangedMeanwhile() : refused(status)
  }

  /** Those that are there; with an empty text where the server does not give one out. */
  const objectsIn = (responses: readonly DAVResponse[]): DavObject[] =>
    responses.flatMap(({ href, status, props }) => {
      if (href === undefined || status === 404) return []
      const data = props?.calendarData?._cdata ?? props?.calendarData ?? ''
      return [{ name: nameOf(href), etag: String(props?.getetag ?? ''), data: String(data) }]
    })

  /** @throws {CalendarRefused} when the answer is none of WebDAV, such as a page that tells people to come back later */
  function told(responses: DAVResponse[]): DAVResponse[] {
    const [first] = responses
    if (!first?.raw?.multistatus) throw refused(first?.status ?? 0)
    return responses
  }

  async function report(name: string, asked: object, signal: AbortSignal): Promise<DAVResponse[]> {
    const _attributes = { 'xmlns:c': 'urn:ietf:params:xml:ns:caldav', 'xmlns:d': 'DAV:' }
    const body = { [name]: { _attributes, ...asked } }
    const init = { method: 'REPORT', namespace: 'c', headers: { ...headers, depth: '1' }, body } as const
    return told(await davRequest({ url: collection.href, init, fetchOptions: { signal } }))
  }

  /** The objects with an event at that time, which need not end (RFC 4791, 7.8 and 9.9). */
  async function query(
    { startEpochMs, endEpochMs }: Pick<Interval, 'startEpochMs'> & Partial<Interval>,
    properties: object,
    signal: AbortSignal,
  ): Promise<DavObject[]> {
    // An event may have no length, a range has one.
    const afterStart = endEpochMs && Math.max(endEpochMs, startEpochMs + msPerMinute)
    const end = afterStart ? { end: basicInstant(afterStart) } : {}
    const within = { 'time-range': { _attributes: { start: basicInstant(startEpochMs), ...end } } }
    const event = { 'comp-filter': { _attributes: { name: 'VEVENT' }, ...within } }
    const filter = { 'comp-filter': { _attributes: { name: 'VCALENDAR' }, ...event } }
    const responses = await report('calendar-query', { 'd:prop': properties, filter }, signal)
    const partly = responses.find(({ status }) => status >= 400 && status !== 404)
    if (partly) throw refused(partly.status)
    return objectsIn(responses).filter(({ name, etag }) => name !== '' && etag !== '')
  }

  /** What the server tells of that resource. */
  async function propertyOf(url: string, name: string, signal: AbortSignal) {
    const asked = { url, props: { [name]: {} }, depth: '0', headers, fetchOptions: { signal } } as const
    return told(await propfind(asked))[0]?.props
  }

  const calls = {
    async get(name: string, signal: AbortSignal): Promise<DavObject | null> {
      // Some servers mark the entity tag of a compressed answer, and know no such version afterwards.
      const plain = { ...headers, 'accept-encoding': 'identity' }
      const response = await fetch(objectUrl(name), { headers: plain, signal })
      if (response.status === 404 || response.status === 410) return null
      if (!response.ok || isForPeople(response)) throw refused(response.status)
      return { name, etag: response.headers.get('etag') ?? '', data: await response.text() }
    },

    /** Adds the object unless there is one of that name already (RFC 9110, 13.1.2). */
    async create(name: string, data: string, signal: AbortSignal): Promise<void> {
      const response = await createCalendarObject({
        calendar,
        filename: encodeURIComponent(name),
        iCalString: data,
        headers,
        fetchOptions: { signal },
      })
      await written(response, 412)
    },

    async replace({ name, etag }: DavObject, data: string, signal: AbortSignal): Promise<void> {
      const calendarObject = { url: objectUrl(name), etag, data }
      const response = await updateCalendarObject({ calendarObject, headers, fetchOptions: { signal } })
      await written(response)
    },

    async delete(name: string, etag: string, signal: AbortSignal): Promise<void> {
      const calendarObject = { url: objectUrl(name), etag }
      const response = await deleteCalendarObject({ calendarObject, headers, fetchOptions: { signal } })
      await written(response, 404, 410)
    },

    /** The objects by name, without those that are not there any more. */
    async getAll(names: readonly string[], signal: AbortSignal): Promise<DavObject[]> {
      if (names.length === 0) return []
      const hrefs = names.map((name) => new URL(objectUrl(name)).pathname)
      const asked = { 'd:prop': { 'd:getetag': {}, 'c:calendar-data': {} }, 'd:href': hrefs }
      return objectsIn(await report('calendar-multiget', asked, signal))
    },

    /** The entity tags, by name, of the objects with an event that is not over at that time. */
    async entityTagsAfter(startEpochMs: number, signal: AbortSignal): Promise<Map<string, string>> {
      const objects = await query({ startEpochMs }, { 'd:getetag': {} }, signal)
      return new Map(objects.map(({ name, etag }) => [name, etag]))
    },

    /** The objects with an event at that time. */
    getDuring: (interval: Interval, signal: AbortSignal): Promise<DavObject[]> =>
      query(interval, { 'd:getetag': {}, 'c:calendar-data': {} }, signal),

    /** The mail addresses of the account (RFC 6638, 2.4.1); empty where the server does not tell. */
    async mailAddresses(signal: AbortSignal): Promise<string[]> {
      const self = await propertyOf(collection.href, 'd:current-user-principal', signal)
      const principal: unknown = self?.currentUserPrincipal?.href
      if (typeof principal !== 'string') return []
      const { href: ownUrl } = new URL(principal, collection)
      const account = await propertyOf(ownUrl, 'c:calendar-user-address-set', signal)
      const hrefs: unknown[] = [account?.calendarUserAddressSet?.href].flat()
      return hrefs.flatMap((href) => /^mailto:(.+)$/i.exec(String(href))?.[1] ?? [])
    },
  }
  const translated = (call: () => Promise<unknown>) =>
    call().catch((error: unknown) => {
      throw translateDavFault(error)
    })
  return { where: collection.href, ...eachCall(calls, translated) }
}
