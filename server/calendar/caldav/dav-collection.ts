import {
  createCalendarObject,
  type DAVObject,
  type DAVResponse,
  deleteCalendarObject,
  fetchCalendarObjects,
  propfind,
  syncCollection,
  updateCalendarObject,
} from 'tsdav'
import type { Interval } from '../../../booking/interval.ts'
import { CalendarRefused, ChangedMeanwhile } from '../remote-calendar.ts'
import { withDavFaults } from './dav-faults.ts'

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

/** What a collection tells of its objects without their contents: entity tags by name. */
export type EntityTags = Map<string, string>

export interface SyncAnswer {
  token: string
  changed: EntityTags
  /** Names of objects that are not there any more. */
  gone: string[]
}

/** Answers to a report that the server does not know, or not for this collection (RFC 3253, 3.6). */
const reportNotKnown = new Set([400, 403, 404, 405, 415, 422, 501])

const iso = (epochMs: number) => new Date(epochMs).toISOString()

function refuse(status: number): never {
  throw new CalendarRefused(`CALDAV_${status}`)
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

  function toDavObject({ url: href, etag, data }: DAVObject): DavObject {
    return { name: nameOf(href), etag: etag ?? '', data: String(data ?? '') }
  }

  function checkWrite({ status, ok }: Response): void {
    if (status === 412) throw new ChangedMeanwhile('The event has changed in the calendar.')
    if (!ok) refuse(status)
  }

  function entityTags(responses: readonly DAVResponse[]): EntityTags {
    const tags: EntityTags = new Map()
    for (const { href, status, props } of responses) {
      const name = href === undefined ? '' : nameOf(href)
      if (name !== '' && status !== 404 && props?.getetag !== undefined) tags.set(name, String(props.getetag))
    }
    return tags
  }

  const calls = {
    async get(name: string, signal: AbortSignal): Promise<DavObject | null> {
      // Some servers mark the entity tag of a compressed answer, and know no such version afterwards.
      const plain = { ...headers, 'accept-encoding': 'identity' }
      const response = await fetch(objectUrl(name), { headers: plain, signal })
      if (response.status === 404 || response.status === 410) return null
      if (!response.ok) refuse(response.status)
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
      await response.body?.cancel()
      if (response.status !== 412) checkWrite(response)
    },

    async replace({ name, etag }: DavObject, data: string, signal: AbortSignal): Promise<void> {
      const calendarObject = { url: objectUrl(name), etag, data }
      const response = await updateCalendarObject({ calendarObject, headers, fetchOptions: { signal } })
      await response.body?.cancel()
      checkWrite(response)
    },

    async delete(name: string, etag: string, signal: AbortSignal): Promise<void> {
      const calendarObject = { url: objectUrl(name), etag }
      const response = await deleteCalendarObject({ calendarObject, headers, fetchOptions: { signal } })
      await response.body?.cancel()
      if (response.status !== 404 && response.status !== 410) checkWrite(response)
    },

    async getAll(names: readonly string[], signal: AbortSignal): Promise<DavObject[]> {
      if (names.length === 0) return []
      const objects = await fetchCalendarObjects({
        calendar,
        objectUrls: names.map(objectUrl),
        headers,
        fetchOptions: { signal },
        urlFilter: () => true,
      })
      return objects.map(toDavObject)
    },

    /** The objects with an event during that time (RFC 4791, 7.8). */
    async query({ startEpochMs, endEpochMs }: Interval, signal: AbortSignal): Promise<DavObject[]> {
      const objects = await fetchCalendarObjects({
        calendar,
        timeRange: { start: iso(startEpochMs), end: iso(endEpochMs) },
        useMultiGet: false,
        headers,
        fetchOptions: { signal },
        urlFilter: () => true,
      })
      return objects.map(toDavObject)
    },

    /**
     * What has changed since the token, or everything without one (RFC 6578).
     * @returns 'not-known' when the server has no such report, 'token-expired' when it has forgotten the token
     */
    async sync(
      token: string | null,
      signal: AbortSignal,
    ): Promise<SyncAnswer | 'not-known' | 'token-expired'> {
      const answer: SyncAnswer = { token: token ?? '', changed: new Map(), gone: [] }
      for (;;) {
        const responses = await syncCollection({
          url: collection.href,
          props: { 'd:getetag': {} },
          syncLevel: 1,
          syncToken: answer.token,
          headers,
          fetchOptions: { signal },
        })
        const [first] = responses
        const newToken: unknown = first?.raw?.multistatus?.syncToken
        if (newToken === undefined) {
          const status = first?.status ?? 500
          if (status === 401 || status === 429 || status >= 502) refuse(status)
          if (token !== null) return 'token-expired'
          return first?.ok || reportNotKnown.has(status) ? 'not-known' : refuse(status)
        }
        for (const [name, etag] of entityTags(responses)) answer.changed.set(name, etag)
        for (const { href, status } of responses) if (href && status === 404) answer.gone.push(nameOf(href))
        answer.token = String(newToken)
        // The server has more to tell than it puts into one answer (RFC 6578, 3.6).
        if (!responses.some(({ status }) => status === 507)) return answer
      }
    },

    /** The entity tags of all objects, for servers without the report. */
    async entityTags(signal: AbortSignal): Promise<EntityTags> {
      const responses = await propfind({
        url: collection.href,
        props: { 'd:getetag': {} },
        depth: '1',
        headers,
        fetchOptions: { signal },
      })
      const failed = responses.find(({ ok }) => !ok)
      if (failed) refuse(failed.status)
      return entityTags(responses)
    },

    /** The mail addresses of the account (RFC 6638, 2.4.1); empty where the server does not tell. */
    async mailAddresses(signal: AbortSignal): Promise<string[]> {
      const options = { depth: '0', headers, fetchOptions: { signal } } as const
      const [self] = await propfind({
        ...options,
        url: collection.href,
        props: { 'd:current-user-principal': {} },
      })
      const principal: unknown = self?.props?.currentUserPrincipal?.href
      if (typeof principal !== 'string') return []
      const [account] = await propfind({
        ...options,
        url: new URL(principal, collection).href,
        props: { 'c:calendar-user-address-set': {} },
      })
      const hrefs: unknown[] = [account?.props?.calendarUserAddressSet?.href].flat()
      return hrefs.flatMap((href) => /^mailto:(.+)$/i.exec(String(href))?.[1] ?? [])
    },
  }
  return { where: collection.href, ...withDavFaults(calls) }
}

export type DavCollection = ReturnType<typeof davCollection>
