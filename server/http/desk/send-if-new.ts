import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bestEncoding } from '../pages/document.ts'

const packed = promisify(gzip)

/** Answers what a desk asks every few seconds: what it has seen does not travel again, and what is new travels packed. */
export async function sendIfNew({ headers }: FastifyRequest, reply: FastifyReply, answer: object) {
  const text = JSON.stringify(answer)
  const isPacked = bestEncoding(headers['accept-encoding']) !== 'identity'
  const etag = `"${createHash('sha256').update(text).digest('base64url')}${isPacked ? '-gz' : ''}"`
  reply.type('application/json; charset=utf-8').headers({ etag, vary: 'accept-encoding' })
  if (headers['if-none-match'] === etag) return reply.code(304).send('')
  return isPacked ? reply.header('content-encoding', 'gzip').send(await packed(text)) : reply.send(text)
}
