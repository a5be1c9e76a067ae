import { generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { calendar_v3 } from '@googleapis/calendar'
import { jwtVerify } from 'jose'
import { onTestFinished, vi } from 'vitest'
import type { StoredAppointment } from '../../../booking/appointment.ts'
import { shopDomain } from '../../../booking/calendar-event.ts'
import { shop } from '../../../booking/opening-hours.ts'
import { msPerDay, msPerHour } from '../../../booking/time.ts'
import { createGoogleCalendar } from '../../../server/calendar/google/calendar.ts'
import { type EngineName, migratedSettings } from './engines.ts'
import { listen } from './listen.ts'
import { createTemporaryFolder } from './shop-server.ts'
import { at, openAround } from './synced-shop.ts'

const clientEmail = 'shop@project.iam.gserviceaccount.com'
const calendarId = 'shop@group.calendar.google.com'
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

type ApiTime = calendar_v3.Schema$EventDateTime

interface ApiEvent extends calendar_v3.Schema$Event {
  id: string
  start: ApiTime
  end: ApiTime
  /** How often its time changed. */
  sequence: number
}

interface Answer {
  status: number
  /** Text is sent as a page for people. */
  body?: unknown
}

const refusal = (status: number, reason: string): Answer => ({
  status,
  body: { error: { code: status, message: reason, errors: [{ domain: 'global', reason }] } },
})

/** Applies a PATCH (RFC 7396). */
function patched<Value>(target: Value, change: unknown): Value {
  if (change === null || typeof change !== 'object' || Array.isArray(change)) return change as Value
  const copy: Record<string, unknown> = { ...(target as object) }
  for (const [name, value] of Object.entries(change)) copy[name] = patched(copy[name], value)
  return Object.fromEntries(Object.entries(copy).filter(([, value]) => value !== null)) as Value
}

const instant = ({ dateTime, date }: ApiTime) => Date.parse(dateTime ?? `${date}T06:00Z`)

/** A time on the calendar's clock, as Google always sends it. */
function told(time: ApiTime | undefined) {
  if (!time?.dateTime) return time
  const zoned = Temporal.Instant.from(time.dateTime).toZonedDateTimeISO(shop.timeZone)
  return { ...time, dateTime: zoned.toString({ smallestUnit: 'second', timeZoneName: 'never' }) }
}

/** All days of a series have the same one. */
const iCalUidOf = ({ id, recurringEventId }: ApiEvent) => `${recurringEventId ?? id}@google.com`

/** For a removed day of a series, Google sends only the id. */
function asTold(event: ApiEvent) {
  const { id, status, recurringEventId, etag, ...more } = event
  const named = { kind: 'calendar#event', id, status, etag, recurringEventId, iCalUID: iCalUidOf(event) }
  if (recurringEventId && status === 'cancelled') return named
  return { ...named, ...more, start: told(event.start), end: told(event.end) }
}

function refusalOf(written: Partial<ApiEvent>, { start, end, status }: ApiEvent): Answer | null {
  if (written.attendees?.length) return refusal(403, 'forbiddenForServiceAccounts')
  if (status === 'cancelled') return null
  const isTime = (time?: ApiTime) => Boolean(time?.dateTime) !== Boolean(time?.date)
  if (!isTime(start) || !isTime(end)) return refusal(400, 'required')
  return Boolean(start.date) === Boolean(end.date) ? null : refusal(400, 'invalid')
}

/** The times of an event that begins then and lasts an hour, in Google's format. */
export const hour = (startEpochMs: number) => ({
  start: { dateTime: new Date(startEpochMs).toISOString() },
  end: { dateTime: new Date(startEpochMs + msPerHour).toISOString() },
})

/** A loopback server with the Google Calendar calls that the shop makes, including the token endpoint. */
async function openGoogleApi() {
  const events = new Map<string, ApiEvent>()
  const requests: string[] = []
  const failures: { of: string; answer: Answer }[] = []
  const unlisted = new Set<string>()
  const deletedForGood = new Set<string>()
  const changedDays = new Map<string, Partial<ApiEvent>>()
  let change = 0
  let pageSize = 2500

  function store(event: Omit<ApiEvent, 'sequence'>): ApiEvent {
    change += 1
    const before = events.get(event.id)
    const isMoved =
      before && JSON.stringify([before.start, before.end]) !== JSON.stringify([event.start, event.end])
    const sequence = (before?.sequence ?? 0) + (isMoved ? 1 : 0)
    const stored = { ...event, etag: `"${change}"`, sequence }
    if (event.recurringEventId) changedDays.set(event.id, stored)
    else events.set(event.id, stored)
    return stored
  }

  async function token(form: URLSearchParams): Promise<Answer> {
    const audience = 'https://oauth2.googleapis.com/token'
    const claims = { issuer: clientEmail, audience, maxTokenAge: '1h', requiredClaims: ['exp'] }
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, claims)
    if (payload.scope !== 'https://www.googleapis.com/auth/calendar.events')
      return { status: 400, body: { error: 'invalid_grant' } }
    return { status: 200, body: { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 } }
  }

  /** The repetitions of an event, one a week. Changed ones have their own text and time. */
  function daysOf({ recurrence, ...event }: ApiEvent): ApiEvent[] {
    const count = Number(/COUNT=(\d+)/.exec(recurrence?.[0] ?? '')?.[1] ?? 1)
    return Array.from({ length: count }, (_, week) => {
      const [start, end] = [event.start, event.end].map((time) => {
        return { dateTime: new Date(instant(time) + week * 7 * msPerDay).toISOString() }
      }) as [ApiTime, ApiTime]
      const id = `${event.id}_${start.dateTime?.replace(/[-:]|\.\d+/g, '')}`
      const etag = `${event.etag}-${week}`
      return { ...event, id, etag, recurringEventId: event.id, start, end, ...changedDays.get(id) }
    })
  }

  function list(query: URLSearchParams): Answer {
    const { pageToken, ...asked } = Object.fromEntries(query)
    const { timeMin, timeMax, iCalUID, singleEvents } = asked
    const [from, to] = [Date.parse(timeMin ?? ''), Date.parse(timeMax ?? '')]
    if (from >= to) return refusal(400, 'timeRangeEmpty')
    const found = [...events.values()]
      .filter(({ id, status }) => status !== 'cancelled' && !unlisted.has(id))
      .filter((event) => [undefined, iCalUidOf(event)].includes(iCalUID))
      .flatMap((event) => {
        if (!event.recurrence) return [event]
        if (singleEvents) return daysOf(event).filter(({ status }) => status !== 'cancelled')
        return [event, ...daysOf(event).filter(({ id }) => changedDays.has(id))]
      })
      .filter((event) => !(instant(event.end) <= from) && !(instant(event.start) >= to))
    const [first = 0, askedFirst = asked] = pageToken ? JSON.parse(pageToken) : []
    // A page belongs to the first request.
    if (JSON.stringify(askedFirst) !== JSON.stringify(asked)) return refusal(400, 'invalid')
    const next = first + pageSize
    const more = next < found.length ? { nextPageToken: JSON.stringify([next, asked]) } : {}
    const items = found.slice(first, next).map(asTold)
    return { status: 200, body: { kind: 'calendar#events', items, ...more } }
  }

  function insert(body: ApiEvent): Answer {
    if (!/^[a-v0-9]{5,1024}$/.test(body.id)) return refusal(400, 'invalid')
    if (events.has(body.id)) return refusal(409, 'duplicate')
    const event = patched({} as ApiEvent, body)
    return refusalOf(body, event) ?? { status: 200, body: asTold(store(event)) }
  }

  function ofEvent(method: string, id: string, body: Partial<ApiEvent>, ifMatch?: string): Answer {
    const series = events.get(id.split('_')[0] ?? '')
    const instance = events.get(id) ?? (series && daysOf(series).find((instance) => instance.id === id))
    if (!instance) return refusal(404, 'notFound')
    if (ifMatch !== undefined && ifMatch !== instance.etag) return refusal(412, 'conditionNotMet')
    switch (method) {
      case 'GET':
        return { status: 200, body: asTold(instance) }
      case 'PATCH':
      case 'PUT': {
        if (deletedForGood.has(id)) return refusal(403, 'forbidden')
        if (method === 'PUT' && (body.sequence ?? 0) < instance.sequence) return refusal(400, 'invalid')
        const changed = { ...patched(method === 'PUT' ? ({} as ApiEvent) : instance, body), id }
        return refusalOf(body, changed) ?? { status: 200, body: asTold(store(changed)) }
      }
      default:
        if (instance.status === 'cancelled') return refusal(410, 'deleted')
        store({ ...instance, status: 'cancelled' })
        return { status: 204 }
    }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
    const method = request.method ?? 'GET'
    const text = Buffer.concat(await request.toArray()).toString()
    if (pathname === '/token') return token(new URLSearchParams(text))
    requests.push(`${method} ${pathname.split('/events')[1] ?? ''}`)
    const failing = failures.findIndex(({ of }) => requests.at(-1)?.startsWith(of))
    const [failure] = failing < 0 ? [] : failures.splice(failing, 1)
    if (failure) return failure.answer
    if (request.headers.authorization !== 'Bearer a-token') return refusal(401, 'authError')
    if (method !== 'GET' && searchParams.get('sendUpdates') !== 'none')
      return refusal(400, 'mailsNobodyAsked')
    const base = `/calendar/v3/calendars/${encodeURIComponent(calendarId)}/events`
    if (!pathname.startsWith(base)) return refusal(404, 'notFound')
    const body = text === '' ? {} : JSON.parse(text)
    const id = pathname.slice(base.length + 1)
    if (id !== '') return ofEvent(method, id, body, request.headers['if-match'])
    return method === 'POST' ? insert(body) : list(searchParams)
  }

  const server = createServer(async (request, response) => {
    const { status, body } = await answer(request)
    const isPage = typeof body === 'string'
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json; charset=UTF-8' })
    response.end(isPage || body === undefined ? body : JSON.stringify(body))
  })
  const origin = `http://127.0.0.1:${await listen(server)}`
  const update = (id: string, changed: Partial<ApiEvent>) => {
    const event = events.get(id)
    if (event) store({ ...event, ...changed })
  }

  return {
    addressOf: ({ pathname, search }: URL) => new URL(`${pathname}${search}`, origin),
    events,
    requests,
    /** @param request - how the next call's method and event begin */
    failNext: (status: number, reason: string, request = '') =>
      failures.push({ of: request, answer: refusal(status, reason) }),
    /** Makes a proxy answer the next call with a page for people. */
    interceptNext: () =>
      failures.push({ of: '', answer: { status: 200, body: '<h1>Welcome to the network</h1>' } }),
    /** Leaves an event out of all lists. */
    leaveOut: (id: string) => unlisted.add(id),
    inPagesOf: (size: number) => {
      pageSize = size
    },
    change: update,
    /** Deletes an event from the trash too. */
    deleteForGood: (id: string) => {
      update(id, { status: 'cancelled' })
      deletedForGood.add(id)
    },
    /** Changes one day of a series. */
    changeInstance: (id: string, changed: Partial<ApiEvent>) => changedDays.set(id, changed),
    daysOf: (id: string) =>
      [events.get(id) ?? []]
        .flat()
        .flatMap(daysOf)
        .filter(({ status }) => status !== 'cancelled'),
    add: (id: string, startEpochMs: number, more: Partial<Omit<ApiEvent, 'sequence'>> = {}) =>
      store({ id, status: 'confirmed', ...hour(startEpochMs), ...more }),
  }
}

/** The id of an appointment's event at Google. */
export const toEventId = ({ id }: Pick<StoredAppointment, 'id'>) => id.replaceAll('-', '')

/** The shop's calendar at the test's own Google, with the database and the desk around it. */
export async function openGoogleShop(engine: EngineName = 'SQLite', capacity = 1) {
  // Before Google answers every call.
  const settings = await migratedSettings(engine)
  const api = await openGoogleApi()
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (url: URL, init?: RequestInit) => fetch(api.addressOf(new URL(url)), init))
  onTestFinished(() => void vi.unstubAllGlobals())
  const keyFile = join(createTemporaryFolder(), 'key.json')
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(
    keyFile,
    JSON.stringify({ type: 'service_account', client_email: clientEmail, private_key: key }),
  )
  const remote = createGoogleCalendar({ calendarId, keyFile }, { shop, uidDomain: shopDomain })
  const change = (status: 'confirmed' | 'cancelled', ids: readonly string[]) => {
    for (const id of ids) api.change(id, { status })
  }
  return {
    api,
    ...(await openAround(remote, settings, capacity)),
    /** The owner's actions on a phone. */
    moveEvent: (appointment: StoredAppointment, date: string, time: string) =>
      api.change(toEventId(appointment), hour(at(date, time))),
    deleteEvents: (...ids: string[]) => change('cancelled', ids),
    restoreEvents: (...ids: string[]) => change('confirmed', ids),
  }
}

export type ShopAtGoogle = Awaited<ReturnType<typeof openGoogleShop>>
