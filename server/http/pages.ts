import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { pageFacts, withFacts } from '../../booking/public-api.ts'
import { callErrors } from '../../copy/errors.ts'
import type { OpeningHours } from '../appointments/opening-hours.ts'
import type { BuiltPage } from '../built-page.ts'
import { withTimeout } from '../lib/async.ts'
import { ApiError, onlyMethods } from './errors.ts'
import { contentSecurityPolicy, deskSecurityPolicy } from './security.ts'
import type { Services } from './services.ts'

/** A text in the encodings that browsers take, each with the tag that stands for it. */
export interface Document {
  contentType: string
  /** Its own headers, instead of those of every answer. */
  headers: Record<string, string>
  encodings: Record<Encoding, { body: Buffer; etag: string }>
}

type Encoding = 'br' | 'gzip' | 'identity'

const brotli = promisify(brotliCompress)

const gzipped = promisify(gzip)

export async function compressed(
  text: string,
  contentType: string,
  headers: Record<string, string> = {},
): Promise<Document> {
  const plain = Buffer.from(text)
  const digest = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return {
    contentType,
    headers,
    encodings: {
      br: { body: await brotli(plain, { params }), etag: `"${digest}-br"` },
      gzip: { body: await gzipped(plain, { level: 9 }), etag: `"${digest}-gz"` },
      identity: { body: plain, etag: `"${digest}"` },
    },
  }
}

/** The best encoding that an Accept-Encoding header allows; one with a weight of 0 is refused. */
function bestEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/** RFC 9110, 13.1.2: any of the listed tags, compared without regard to their weakness. */
function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** Answers with the document, or with 304 where the browser has it already. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document) {
  const encoding = bestEncoding(request.headers['accept-encoding'])
  const { body, etag } = document.encodings[encoding]
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag, ...document.headers })
  // Only a page that is there can be unchanged.
  if (reply.statusCode === 200 && isCurrent(request.headers['if-none-match'], etag)) {
    return reply.code(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(document.contentType).send(body)
}

/** Answers what a desk asks every few seconds: what it has seen does not travel again, and what is new travels packed. */
export async function sendIfNew({ headers }: FastifyRequest, reply: FastifyReply, answer: object) {
  const text = JSON.stringify(answer)
  const isPacked = bestEncoding(headers['accept-encoding']) !== 'identity'
  const etag = `"${createHash('sha256').update(text).digest('base64url')}${isPacked ? '-gz' : ''}"`
  reply.type('application/json; charset=utf-8').headers({ etag, vary: 'accept-encoding' })
  if (headers['if-none-match'] === etag) return reply.code(304).send('')
  return isPacked ? reply.header('content-encoding', 'gzip').send(await gzipped(text)) : reply.send(text)
}

/** Answers with a page that was made for this request. */
export function sendPage(reply: FastifyReply, statusCode: number, html: string) {
  return reply
    .code(statusCode)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)
}

type Name = 'index' | 'notFound' | 'desk' | 'robots' | 'sitemap'

/** For what opens with a secret: it goes nowhere else, to no search engine, no cache, and into no Referer. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}

export type Pages = ReturnType<typeof createPages>

interface Settings extends Pick<Services, 'page' | 'publicUrl' | 'now'> {
  openingHours: Pick<OpeningHours, 'current' | 'lastKnown'>
  anonKey: string
}

const contentTypes: Record<Name, string> = {
  index: 'text/html; charset=utf-8',
  notFound: 'text/html; charset=utf-8',
  desk: 'text/html; charset=utf-8',
  robots: 'text/plain; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
}

/** The opening hours as last known do, when the database does not tell others by then. */
const refreshTimeoutMs = 250

/**
 * The pages in memory, filled in, compressed and ready to be sent. The facts are written into what the build has made:
 * to render the landing page here instead would take 25 MiB more at rest.
 */
export function createPages({ page, openingHours, anonKey, publicUrl, now }: Settings) {
  const headers: Partial<Record<Name, Record<string, string>>> = {
    index: { 'content-security-policy': contentSecurityPolicy(page.inlined.landing) },
    // It holds nothing yet: what it shows, it asks for with its session.
    desk: { ...privateHeaders, 'content-security-policy': deskSecurityPolicy(page.inlined.desk) },
  }
  let madeFor: unknown[] = []
  const documents = new Map<Name, Promise<Document>>()
  let isLate = false
  let lastReading: Promise<unknown> | undefined
  let lastInTime: Promise<unknown> = Promise.resolve()

  async function make(name: Name, shop: Shop): Promise<Document> {
    const facts = pageFacts(shop, now(), { publicUrl: publicUrl(), anonKey })
    return compressed(withFacts(page[name], facts), contentTypes[name], headers[name])
  }

  /**
   * The page is there without a database, too; one that hangs is not asked again until it has answered. Requests that
   * share a reading share its time, too.
   */
  function readInTime(): Promise<unknown> {
    if (isLate) return Promise.resolve()
    const reading = openingHours.current()
    if (reading === lastReading) return lastInTime
    lastReading = reading
    lastInTime = withTimeout(refreshTimeoutMs, () => reading).catch(() => {
      isLate = true
      const answered = () => {
        isLate = false
      }
      reading.then(answered, answered)
    })
    return lastInTime
  }

  return {
    /** A document as it is now: the page has a date and the opening hours in it. Made when it is first asked for. */
    async now(name: Name): Promise<Document> {
      if (name === 'index') await readInTime()
      const shop = openingHours.lastKnown()
      // All that the facts depend on.
      const wanted = [earliestDate(now(), shop), shop.opening, publicUrl()]
      if (wanted.some((one, index) => one !== madeFor[index])) documents.clear()
      madeFor = wanted
      const made = documents.get(name) ?? make(name, shop)
      documents.set(name, made)
      return made
    },
  }
}

const calls = /^\/(rest|functions|auth)(\/|$)/

export async function pageRoutes(app: FastifyInstance, pages: Pages, page: BuiltPage): Promise<void> {
  // Unknown addresses: an error for programs where the calls are, the not-found page for people elsewhere.
  app.setNotFoundHandler(async (request, reply) => {
    if (calls.test(request.url)) throw new ApiError(404, 'PGRST125', callErrors.nothingHere)
    return sendDocument(request, reply.code(404), await pages.now('notFound'))
  })

  const documents = { '/robots.txt': 'robots', '/sitemap.xml': 'sitemap' } as const
  for (const [url, name] of Object.entries(documents)) {
    app.get(url, async (request, reply) => sendDocument(request, reply, await pages.now(name)))
    onlyMethods(app, url, ['GET', 'HEAD'])
  }

  // Their names carry a hash of their content, so that they never change.
  await app.register(fastifyStatic, {
    root: page.assetDirs,
    prefix: '/assets/',
    // A folder is nothing to be seen, rather than something forbidden.
    allowedPath: (path) => !path.endsWith('/'),
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })

  // Icons and what else stands beside the page.
  await app.register(fastifyStatic, {
    root: page.distDir,
    wildcard: false,
    globIgnore: [
      'assets/**',
      '*.html',
      'csp.json',
      'views.mjs',
      'robots.txt',
      'sitemap.xml',
      '**/*.br',
      '**/*.gz',
    ],
    preCompressed: true,
    maxAge: '1d',
    index: false,
    decorateReply: false,
  })
}
