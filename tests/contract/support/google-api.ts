import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { listen } from './listen.ts'
import { temporaryFolder } from './shop-server.ts'

/** An event as the API sends it; what the shop does not use is left out. */
export interface ApiEvent {
  id: string
  status: string
  etag: string
  /** Which change of the calendar it was changed by. */
  change: number
  summary?: string
  description?: string
  start: { dateTime?: string; date?: string }
  end: { dateTime?: string; date?: string }
  attendees?: unknown[]
  transparency?: string
  recurrence?: string[]
  recurringEventId?: string
  extendedProperties?: { private?: Record<string, string> }
}

interface Answer {
  status: number
  body?: unknown
}

const msPerWeek = 7 * 24 * 3_600_000

const account = 'shop@project.iam.gserviceaccount.com'
const calendarId = 'shop@group.calendar.google.com'

function refusal(status: number, reason: string): Answer {
  return {
    status,
    body: { error: { code: status, message: reason, errors: [{ domain: 'global', reason }] } },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const instant = ({ dateTime, date }: ApiEvent['start']) => Date.parse(dateTime ?? `${date}T06:00Z`)

/** A loopback server that speaks the calls of Google Calendar that the shop makes, token endpoint included. */
export async function openGoogleApi() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const events = new Map<string, ApiEvent>()
  const requests: string[] = []
  const failures: Answer[] = []
  let change = 0
  const changedInstances = new Map<string, Partial<ApiEvent>>()
  let pageSize = 2500

  function store(event: Omit<ApiEvent, 'etag' | 'change'>): ApiEvent {
    change += 1
    const stored = { ...event, etag: `"${change}"`, change }
    events.set(event.id, stored)
    return stored
  }

  function token(form: URLSearchParams): Answer {
    const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.')
    const isSigned = createVerify('RSA-SHA256')
      .update(`${head}.${claims}`)
      .verify(createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })), signature, 'base64url')
    const { iss, scope } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    if (!isSigned || iss !== account || scope !== 'https://www.googleapis.com/auth/calendar.events') {
      return { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT' } }
    }
    return { status: 200, body: { access_token: 'a-token', token_type: 'Bearer', expires_in: 3600 } }
  }

  /** The repetitions of an event, one a week, as events of their own; those that were changed stand for themselves. */
  function instances(event: ApiEvent): ApiEvent[] {
    const count = Number(/COUNT=(\d+)/.exec(event.recurrence?.[0] ?? '')?.[1] ?? 1)
    return Array.from({ length: count }, (_, week) => {
      const [start, end] = [event.start, event.end].map((time) => instant(time) + week * msPerWeek)
      const dateTime = (epochMs = 0) => new Date(epochMs).toISOString()
      const id = `${event.id}_${dateTime(start).replace(/[-:]|\.\d+/g, '')}`
      const { recurrence: _rule, ...rest } = event
      const own = { start: { dateTime: dateTime(start) }, end: { dateTime: dateTime(end) } }
      return { ...rest, id, recurringEventId: event.id, ...own, ...changedInstances.get(id) }
    })
  }

  function list(query: URLSearchParams): Answer {
    const from = Date.parse(query.get('timeMin') ?? '') || Number.NEGATIVE_INFINITY
    const to = Date.parse(query.get('timeMax') ?? '') || Number.POSITIVE_INFINITY
    const isExpanded = query.get('singleEvents') === 'true'
    const found = [...events.values()]
      .flatMap((event) => (isExpanded && event.recurrence ? instances(event) : [event]))
      .filter(
        (event) =>
          event.status !== 'cancelled' && !(instant(event.end) <= from) && !(instant(event.start) >= to),
      )
    const first = Number(query.get('pageToken') ?? 0)
    const next = first + pageSize
    const more = next < found.length ? { nextPageToken: String(next) } : {}
    return { status: 200, body: { items: found.slice(first, next), ...more } }
  }

  function insert(body: ApiEvent): Answer {
    if (body.attendees) return refusal(403, 'forbiddenForServiceAccounts')
    if (!/^[a-v0-9]{5,1024}$/.test(body.id)) return refusal(400, 'invalid')
    if (events.has(body.id)) return refusal(409, 'duplicate')
    return { status: 200, body: store(body) }
  }

  function ofEvent(method: string, id: string, body: Partial<ApiEvent>, ifMatch: string | undefined): Answer {
    const series = events.get(id.split('_')[0] ?? '')
    const event = events.get(id) ?? (series && instances(series).find((one) => one.id === id))
    if (!event) return refusal(404, 'notFound')
    if (ifMatch !== undefined && ifMatch !== event.etag) return refusal(412, 'conditionNotMet')
    switch (method) {
      case 'GET':
        return { status: 200, body: event }
      case 'PATCH':
      case 'PUT':
        return { status: 200, body: store({ ...event, ...body, id }) }
      default:
        if (event.status === 'cancelled') return refusal(410, 'deleted')
        store({ ...event, status: 'cancelled' })
        return { status: 204 }
    }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loopback')
    const method = request.method ?? 'GET'
    const text = await textOf(request)
    if (pathname === '/token') return token(new URLSearchParams(text))
    requests.push(`${method} ${pathname.split('/events')[1] ?? ''}`)
    const failure = failures.shift()
    if (failure) return failure
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
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  })
  const port = await listen(server)

  const keyFile = join(temporaryFolder(), 'key.json')
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
  writeFileSync(keyFile, JSON.stringify({ type: 'service_account', client_email: account, private_key: pem }))

  return {
    account: { calendarId, keyFile },
    rewrite: ({ pathname, search }: URL) => new URL(`${pathname}${search}`, `http://127.0.0.1:${port}`),
    events,
    requests,
    /** Answers the next call with a refusal instead. */
    failNext: (status: number, reason: string) => failures.push(refusal(status, reason)),
    inPagesOf: (size: number) => {
      pageSize = size
    },
    /** What the owner does on the phone. */
    change: (id: string, changed: Partial<ApiEvent>) => {
      const event = events.get(id)
      if (event) store({ ...event, ...changed })
    },
    /** The same, to one day of an event that repeats. */
    changeInstance: (id: string, changed: Partial<ApiEvent>) => changedInstances.set(id, changed),
    add: (id: string, startEpochMs: number, more: Partial<ApiEvent> = {}) =>
      store({
        id,
        status: 'confirmed',
        start: { dateTime: new Date(startEpochMs).toISOString() },
        end: { dateTime: new Date(startEpochMs + 3_600_000).toISOString() },
        ...more,
      }),
  }
}
