import { type Interval, msPerMinute, toBasicInstant } from '../../../booking/time.ts'
import { CalendarRejected, ChangedMeanwhile } from '../calendar.ts'
import { type Reader, Unreadable } from './reader.ts'
import type { DavResource } from './reader-worker.ts'

export interface DavAccount {
  url: string
  username: string
  password: string
}

export interface DavObject {
  /** The last segment of its address, decoded. */
  name: string
  etag: string
  data: string
}

type Unread = Pick<DavObject, 'name'> & { data: null }

/** Enough for more than 50 objects with a photo each. */
const answerMaxBytes = 16_000_000
const redirectsMax = 5

const rejected = (status: number, reason = '') =>
  new CalendarRejected(['CALDAV', status, reason].filter(Boolean).join('_'))

/** Whether another calendar of the account has the event (RFC 4791, 5.3.2.1; RFC 6638, 3.2.4.1; SOGo's own message). */
const isUidConflict = (answer: string) =>
  /\b(no-uid-conflict|unique-scheduling-object-resource|Event UID already in use)\b/i.test(answer)

/** A page from a proxy, or from a server under maintenance. */
const isForPeople = ({ status, headers }: Response) =>
  status === 200 && /^text\/html\b/i.test(headers.get('content-type') ?? '')

/** fetch only says "fetch failed". */
function translateFetchError(error: unknown): unknown {
  const cause = error instanceof TypeError ? error.cause : undefined
  return cause instanceof Error && 'code' in cause
    ? new CalendarRejected(String(cause.code), { cause })
    : error
}

const xmlText = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;')

const namespaces = 'xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:"'

export function createDavCollection({ url, username, password }: DavAccount, read: Reader) {
  const collection = new URL(url.endsWith('/') ? url : `${url}/`)
  // RFC 7617: in UTF-8.
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

  const objectUrl = (name: string) => new URL(encodeURIComponent(name), collection).href
  /** @returns an address that isn't encoded, such as "100%.ics", unchanged */
  function nameOf(href: string): string {
    const name = URL.parse(href, collection.href)?.pathname.split('/').at(-1) ?? href
    try {
      return decodeURIComponent(name)
    } catch {
      return name
    }
  }

  /**
   * Sends the password only to the origin of CALDAV_URL.
   * @throws {CalendarRejected} also for a redirect to another origin, with that address in its code
   */
  async function send(address: string, init: RequestInit, redirects = 0): Promise<Response> {
    const headers = { ...init.headers, authorization }
    const response = await fetch(address, { ...init, headers, redirect: 'manual' }).catch((error) => {
      throw translateFetchError(error)
    })
    const location = response.headers.get('location')
    if (response.status < 300 || response.status > 399 || location === null) return response
    await response.body?.cancel()
    const { origin, pathname, href } = new URL(location, address)
    if (origin === collection.origin && redirects < redirectsMax) return send(href, init, redirects + 1)
    throw rejected(response.status, `to ${origin}${pathname}`)
  }

  /** @throws {Unreadable} if it's too long */
  async function textOf(response: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    try {
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length
        if (bytes > answerMaxBytes) throw new Unreadable()
        chunks.push(chunk)
      }
    } catch (error) {
      throw translateFetchError(error)
    }
    return Buffer.concat(chunks).toString()
  }

  async function written(response: Response, ...alsoFine: number[]): Promise<void> {
    const { status, ok, body } = response
    if (status === 403 || status === 409) {
      throw rejected(status, isUidConflict(await textOf(response)) ? 'no-uid-conflict' : '')
    }
    await body?.cancel()
    if ((ok && !isForPeople(response)) || alsoFine.includes(status)) return
    throw status === 412 ? new ChangedMeanwhile() : rejected(status)
  }

  async function ask(method: string, address: string, depth: string, body: string, signal: AbortSignal) {
    const headers = { depth, 'content-type': 'application/xml; charset=utf-8' }
    const xml = `<?xml version="1.0" encoding="utf-8"?>${body}`
    const response = await send(address, { method, headers, body: xml, signal })
    if (response.status !== 207) {
      await response.body?.cancel()
      throw rejected(response.status)
    }
    const resources = await read('multistatus', await textOf(response))
    if (!resources) throw rejected(response.status)
    return resources
  }

  const report = (name: string, asked: string, signal: AbortSignal) =>
    ask('REPORT', collection.href, '1', `<c:${name} ${namespaces}>${asked}</c:${name}>`, signal)

  async function propertyOf(address: string, name: string, signal: AbortSignal) {
    const body = `<d:propfind ${namespaces}><d:prop><${name}/></d:prop></d:propfind>`
    return (await ask('PROPFIND', address, '0', body, signal))[0]
  }

  const objectsIn = (resources: readonly DavResource[]): DavObject[] =>
    resources.flatMap(({ href, status, etag, data }) =>
      href === '' || status === 404 ? [] : [{ name: nameOf(href), etag, data }],
    )

  /** Objects with an event at that time, by name (RFC 4791, 7.8 and 9.9). */
  async function entityTags(startEpochMs: number, endEpochMs: number | null, signal: AbortSignal) {
    const end = endEpochMs === null ? '' : ` end="${toBasicInstant(endEpochMs)}"`
    const range = `<c:time-range start="${toBasicInstant(startEpochMs)}"${end}/>`
    const event = `<c:comp-filter name="VEVENT">${range}</c:comp-filter>`
    const filter = `<c:filter><c:comp-filter name="VCALENDAR">${event}</c:comp-filter></c:filter>`
    const resources = await report('calendar-query', `<d:prop><d:getetag/></d:prop>${filter}`, signal)
    const partly = resources.find(({ status }) => status !== null && status >= 400 && status !== 404)
    if (partly?.status) throw rejected(partly.status)
    const found = objectsIn(resources).filter(({ name, etag }) => name !== '' && etag !== '')
    return new Map(found.map(({ name, etag }) => [name, etag]))
  }

  /** Splits an unreadable request in half, so one object can't hide the others. */
  async function getAll(names: readonly string[], signal: AbortSignal): Promise<(DavObject | Unread)[]> {
    if (names.length === 0) return []
    const hrefs = names.map((name) => `<d:href>${xmlText(new URL(objectUrl(name)).pathname)}</d:href>`)
    const asked = `<d:prop><d:getetag/><c:calendar-data/></d:prop>${hrefs.join('')}`
    try {
      return objectsIn(await report('calendar-multiget', asked, signal))
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      if (names.length === 1) return names.map((name) => ({ name, data: null }))
      const half = Math.ceil(names.length / 2)
      return [...(await getAll(names.slice(0, half), signal)), ...(await getAll(names.slice(half), signal))]
    }
  }

  return {
    where: collection.href,

    async get(name: string, signal: AbortSignal): Promise<DavObject | null> {
      // Some servers change the entity tag of a compressed answer, and later reject it.
      const headers = { 'accept-encoding': 'identity' }
      const response = await send(objectUrl(name), { headers, signal })
      if (response.status === 404 || response.status === 410) return null
      if (!response.ok || isForPeople(response)) throw rejected(response.status)
      return { name, etag: response.headers.get('etag') ?? '', data: await textOf(response) }
    },

    /** Adds the object unless one has that name already (RFC 9110, 13.1.2). */
    async create(name: string, body: string, signal: AbortSignal): Promise<void> {
      const headers = { 'content-type': 'text/calendar; charset=utf-8', 'if-none-match': '*' }
      await written(await send(objectUrl(name), { method: 'PUT', headers, body, signal }), 412)
    },

    async replace({ name, etag }: DavObject, body: string, signal: AbortSignal): Promise<void> {
      const headers = { 'content-type': 'text/calendar; charset=utf-8', 'if-match': etag }
      await written(await send(objectUrl(name), { method: 'PUT', headers, body, signal }))
    },

    async delete({ name, etag }: DavObject, signal: AbortSignal): Promise<void> {
      const init = { method: 'DELETE', headers: { 'if-match': etag }, signal }
      await written(await send(objectUrl(name), init), 404, 410)
    },

    /** Omits objects that no longer exist. Unreadable ones have no data. */
    getAll,

    entityTagsAfter: (startEpochMs: number, signal: AbortSignal) => entityTags(startEpochMs, null, signal),

    async getDuring({ startEpochMs, endEpochMs }: Interval, signal: AbortSignal): Promise<DavObject[]> {
      // An event can have no length, but a range must have one.
      const end = Math.max(endEpochMs, startEpochMs + msPerMinute)
      const names = [...(await entityTags(startEpochMs, end, signal)).keys()]
      return (await getAll(names, signal)).filter((object) => object.data !== null)
    },

    /** The account's addresses (RFC 6638, 2.4.1), with email as mailto; empty if the server doesn't say. */
    async addresses(signal: AbortSignal): Promise<string[]> {
      const self = await propertyOf(collection.href, 'd:current-user-principal', signal)
      const principal = self?.principals[0]
      const address = principal === undefined ? null : URL.parse(principal, collection.href)
      if (address?.origin !== collection.origin) return []
      const account = await propertyOf(address.href, 'c:calendar-user-address-set', signal)
      return [address.pathname, ...(account?.addresses ?? [])]
    },
  }
}
