import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { callErrors } from '#copy/errors.ts'
import { earliestDate, type Shop } from '../../booking/opening-hours.ts'
import { fillInFacts, pageFacts } from '../../booking/public-api.ts'
import type { OpeningHours } from '../appointments/opening-hours.ts'
import type { BuiltPage } from '../built-page.ts'
import { withTimeout } from '../lib/async.ts'
import { ApiError, onlyMethods } from './errors.ts'
import { contentSecurityPolicy, deskSecurityPolicy } from './security.ts'
import type { Services } from './services.ts'

interface Document {
  contentType: string
  headers: Record<string, string>
  encodings: Record<Encoding, { body: Buffer; etag: string }>
}

type Encoding = 'br' | 'gzip' | 'identity'
const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export async function compressAnswer(
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

function bestEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = (acceptEncoding ?? '')
    .split(',')
    .filter((entry) => !/;\s*q=0(\.0*)?\s*$/.test(entry))
    .map((entry) => entry.split(';')[0]?.trim().toLowerCase())
  if (accepted.includes('br')) return 'br'
  return accepted.includes('gzip') ? 'gzip' : 'identity'
}

/** Compares entity tags, ignoring the weak prefix (RFC 9110, 13.1.2). */
function isCurrent(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document) {
  const encoding = bestEncoding(request.headers['accept-encoding'])
  const { body, etag } = document.encodings[encoding]
  reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag, ...document.headers })
  if (reply.statusCode === 200 && isCurrent(request.headers['if-none-match'], etag)) {
    return reply.code(304).send()
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(document.contentType).send(body)
}

/** Compresses the answer, because a desk asks every 30 seconds. */
export async function sendCompressed({ headers }: FastifyRequest, reply: FastifyReply, answer: object) {
  const text = JSON.stringify(answer)
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
  if (bestEncoding(headers['accept-encoding']) === 'identity') return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await gzipped(text))
}

const htmlType = 'text/html; charset=utf-8'

export function sendPage(reply: FastifyReply, statusCode: number, html: string) {
  return reply.code(statusCode).header('cache-control', 'no-store').type(htmlType).send(html)
}

type Name = 'index' | 'notFound' | 'desk' | 'robots' | 'sitemap'

/** For a page with a secret address: keeps it out of search engines, caches, and Referer. */
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

const contentTypes: Partial<Record<Name, string>> = {
  robots: 'text/plain; charset=utf-8',
  sitemap: 'application/xml; charset=utf-8',
}

/** After this long, the page shows the last known opening hours. */
const refreshTimeoutMs = 250

/** The pages in memory. The server only fills in facts: rendering the landing page here would take 25 MiB more. */
export function createPages({ page, openingHours, anonKey, publicUrl, now }: Settings) {
  const headers: Partial<Record<Name, Record<string, string>>> = {
    index: { 'content-security-policy': contentSecurityPolicy(page.inlined.landing) },
    desk: { ...privateHeaders, 'content-security-policy': deskSecurityPolicy(page.inlined.desk) },
  }
  let madeFor: unknown[] = []
  const documents = new Map<Name, Promise<Document>>()
  let isLate = false
  let lastReading: Promise<unknown> | undefined
  let lastInTime: Promise<unknown> = Promise.resolve()

  async function make(name: Name, shop: Shop): Promise<Document> {
    const facts = pageFacts(shop, now(), { publicUrl: publicUrl(), anonKey })
    return compressAnswer(fillInFacts(page[name], facts), contentTypes[name] ?? htmlType, headers[name])
  }

  /**
   * Reads the hours for a page that also works without a database. It doesn't ask a hanging one again until that
   * answers.
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
    async now(name: Name): Promise<Document> {
      if (name === 'index') await readInTime()
      const shop = openingHours.lastKnown()
      const wanted = [earliestDate(now(), shop), shop.opening, publicUrl()]
      if (wanted.some((fact, index) => fact !== madeFor[index])) documents.clear()
      madeFor = wanted
      const made = documents.get(name) ?? make(name, shop)
      documents.set(name, made)
      return made
    },
  }
}

const calls = /^\/(rest|functions|auth)(\/|$)/

export async function pageRoutes(app: FastifyInstance, pages: Pages, page: BuiltPage): Promise<void> {
  app.setNotFoundHandler(async (request, reply) => {
    if (calls.test(request.url)) throw new ApiError(404, 'PGRST125', callErrors.nothingHere)
    return sendDocument(request, reply.code(404), await pages.now('notFound'))
  })

  const documents = { 'robots.txt': 'robots', 'sitemap.xml': 'sitemap' } as const
  for (const [file, name] of Object.entries(documents)) {
    const url = `/${file}`
    app.get(url, async (request, reply) => sendDocument(request, reply, await pages.now(name)))
    onlyMethods(app, url, ['GET', 'HEAD'])
  }

  // Their names have a hash of their content.
  await app.register(fastifyStatic, {
    root: page.assetDirs,
    prefix: '/assets/',
    // 404 for a folder, not 403.
    allowedPath: (path) => !path.endsWith('/'),
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
  })

  await app.register(fastifyStatic, {
    root: page.distDir,
    wildcard: false,
    globIgnore: ['assets/**', '*.html', 'csp.json', 'views.mjs', ...Object.keys(documents), '**/*.{br,gz}'],
    preCompressed: true,
    maxAge: '1d',
    index: false,
    decorateReply: false,
  })
}
