import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
