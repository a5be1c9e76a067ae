import { createVerify, generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type Answer, type ApiEvent, asTold, iCalUidOf, patched, refusal, refusalOf } from './google-event.ts'
import { listen } from './listen.ts'
import { temporaryFolder } from './shop-server.ts'

const msPerWeek = 7 * 24 * 3_600_000

const tokenAddress = 'https://oauth2.googleapis.com/token'
const secondsPerHour = 3600
const account = 'shop@project.iam.gserviceaccount.com'
const calendarId = 'shop@group.calendar.google.com'

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

const instant = ({ dateTime, date }: ApiEvent['start']) => Date.parse(dateTime ?? `${date}T06:00Z`)

/** A loopback server with the calls of Google Calendar that the shop makes, token endpoint included. */
export async function openGoogleApi() {
  const events = new Map<string, ApiEvent>()
  const requests: string[] = []
  const failures: { of: string; answer: Answer }[] = []
  const unlisted = new Set<string>()
  let change = 0
  const changedInstances = new Map<string, Partial<ApiEvent>>()
  let pageSize = 2500
  const deletedForGood = new Set<string>()

  function store(event: Omit<ApiEvent, 'etag' | 'change' | 'sequence'>): ApiEvent {
    change += 1
    const before = events.get(event.id)
    const isMoved =
      before && JSON.stringify([before.start, before.end]) !== JSON.stringify([event.start, event.end])
    const sequence = (before?.sequence ?? 0) + (isMoved ? 1 : 0)
    const stored = { ...event, etag: `"${change}"`, change, sequence }
    events.set(event.id, stored)
    return stored
  }

  /** Stores one day of a series, from now on with its own text. */
  function storeInstance(event: ApiEvent): ApiEvent {
    change += 1
    const stored = { ...event, etag: `"${change}"`, change }
    changedInstances.set(event.id, stored)
    return stored
  }

  function token(form: URLSearchParams): Answer {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(publicKey, signature, 'base64url')
    const { iss, scope, aud, iat, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const isFresh =
      Math.abs(Date.now() / 1000 - iat) < secondsPerHour && exp > iat && exp - iat <= secondsPerHour
    const isOurs = iss === account && aud === tokenAddress && isFresh
    const isGrant = form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer'
    if (!isSigned || !isOurs || !isGrant || scope !== 'https://www.googleapis.com/auth/calendar.events') {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT' } }
    }
    return { status: 200, body: { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 } }
  }

  /** The repetitions of an event, one a week; changed ones have their own text and time. */
  function instances(event: ApiEvent): ApiEvent[] {
    const count = Number(/COUNT=(\d+)/.exec(event.recurrence?.[0] ?? '')?.[1] ?? 1)
    return Array.from({ length: count }, (_, week) => {
      const [start, end] = [event.start, event.end].map((time) => instant(time) + week * msPerWeek)
      const dateTime = (epochMs = 0) => new Date(epochMs).toISOString()
      const id = `${event.id}_${dateTime(start).replace(/[-:]|\.\d+/g, '')}`
      const { recurrence: _rule, ...rest } = event
      const own = { start: { dateTime: dateTime(start) }, end: { dateTime: dateTime(end) } }
      const etag = `"${event.change}-${week}"`
      return { ...rest, id, etag, recurringEventId: event.id, ...own, ...changedInstances.get(id) }
    })
  }

  function list(query: URLSearchParams): Answer {
    const from = Date.parse(query.get('timeMin') ?? '') || Number.NEGATIVE_INFINITY
    const to = Date.parse(query.get('timeMax') ?? '') || Number.POSITIVE_INFINITY
    if (from >= to) return refusal(400, 'timeRangeEmpty')
    const isExpanded = query.get('singleEvents') === 'true'
    const unexpanded = (event: ApiEvent) => [
      event,
      ...instances(event).filter(({ id }) => changedInstances.has(id)),
    ]
    const found = [...events.values()]
      .filter(({ id, status }) => status !== 'cancelled' && !unlisted.has(id))
      .filter((event) => [null, iCalUidOf(event)].includes(query.get('iCalUID')))
      .flatMap((event) => (!event.recurrence ? [event] : isExpanded ? instances(event) : unexpanded(event)))
      .filter((event) => !isExpanded || event.status !== 'cancelled')
      .filter((event) => !(instant(event.end) <= from) && !(instant(event.start) >= to))
    const { pageToken, ...others } = Object.fromEntries(query)
    const [first = 0, asked = others] = pageToken ? JSON.parse(pageToken) : []
    // A page belongs to the first request.
    if (JSON.stringify(asked) !== JSON.stringify(others)) return refusal(400, 'invalid')
    const next = first + pageSize
    const more = next < found.length ? { nextPageToken: JSON.stringify([next, others]) } : {}
    const items = found.slice(first, next).map(asTold)
    return { status: 200, body: { kind: 'calendar#events', items, ...more } }
  }

  function insert(body: ApiEvent): Answer {
    if (!/^[a-v0-9]{5,1024}$/.test(body.id)) return refusal(400, 'invalid')
    if (events.has(body.id)) return refusal(409, 'duplicate')
    const event = patched({}, body)
    return refusalOf(body, event) ?? { status: 200, body: asTold(store(event)) }
  }

  function ofEvent(method: string, id: string, body: Partial<ApiEvent>, ifMatch: string | undefined): Answer {
    const series = events.get(id.split('_')[0] ?? '')
    const event = events.get(id) ?? (series && instances(series).find((one) => one.id === id))
    if (!event) return refusal(404, 'notFound')
    if (ifMatch !== undefined && ifMatch !== event.etag) return refusal(412, 'conditionNotMet')
    switch (method) {
      case 'GET':
        return { status: 200, body: asTold(event) }
      case 'PATCH':
      case 'PUT': {
        if (deletedForGood.has(id)) return refusal(403, 'forbidden')
        const isOutOfDate = method === 'PUT' && (body.sequence ?? 0) < event.sequence
        if (isOutOfDate) return refusal(400, 'invalid')
        const changed = { ...patched(method === 'PUT' ? {} : event, body), id }
        const keep = changed.recurringEventId ? storeInstance : store
        return refusalOf(body, changed) ?? { status: 200, body: asTold(keep(changed)) }
      }
      default:
        if (event.status === 'cancelled') return refusal(410, 'deleted')
        store({ ...event, status: 'cancelled' })
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
  const port = await listen(server)

  const keyFile = join(temporaryFolder(), 'key.json')
  const key = { type: 'service_account', client_email: account, private_key: privateKey }
  writeFileSync(keyFile, JSON.stringify(key))

  return {
    account: { calendarId, keyFile },
    addressOf: ({ pathname, search }: URL) => new URL(`${pathname}${search}`, `http://127.0.0.1:${port}`),
    events,
    requests,
    /** @param of - how the next call's method and event begin */
    failNext: (status: number, reason: string, of = '') =>
      failures.push({ of, answer: refusal(status, reason) }),
    /** Has a proxy answer the next call, with a page for people. */
    interceptNext: () =>
      failures.push({ of: '', answer: { status: 200, body: '<h1>Welcome to the network</h1>' } }),
    /** Leaves an event out of all lists. */
    leaveOut: (id: string) => unlisted.add(id),
    inPagesOf: (size: number) => {
      pageSize = size
    },
    /** Deletes an event also from the trash. */
    deleteForGood: (id: string) => {
      const event = events.get(id)
      if (event) store({ ...event, status: 'cancelled' })
      deletedForGood.add(id)
    },
    change: (id: string, changed: Partial<ApiEvent>) => {
      const event = events.get(id)
      if (event) store({ ...event, ...changed })
    },
    /** Changes one day of a series. */
    changeInstance: (id: string, changed: Partial<ApiEvent>) => changedInstances.set(id, changed),
    daysOf: (id: string) => {
      const event = events.get(id)
      return event ? instances(event).filter(({ status }) => status !== 'cancelled') : []
    },
    add: (id: string, startEpochMs: number, more: Partial<Omit<ApiEvent, 'sequence'>> = {}) =>
      store({
        id,
        status: 'confirmed',
        start: { dateTime: new Date(startEpochMs).toISOString() },
        end: { dateTime: new Date(startEpochMs + 3_600_000).toISOString() },
        ...more,
      }),
  }
}
