import { createHmac } from 'node:crypto'
import { isIPv6 } from 'node:net'
import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { callErrors, requestErrors } from '#copy/errors.ts'
import type { AppointmentFields } from '../../booking/appointment.ts'
import { proofHeader } from '../../booking/public-api.ts'
import { msPerMinute } from '../../booking/time.ts'
import type { RequestCounts } from '../db/engine.ts'
import { requestWindowMs as windowMs } from '../lib/async.ts'
import { ApiError, getBearerToken } from './errors.ts'
import { proofOfWork } from './proof-of-work.ts'
import type { Services } from './services.ts'

const mapped = /^::ffff:(?=[\d.]+$)/i
/** Some gateways forward an address with its port: 203.0.113.8:50001, [2001:db8::1]:50001. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

/** Returns the address that limits count by. An IPv6 client chooses its last 64 bits, so only the first 64 count. */
export function toAddressKey(address: string): string {
  const [, six, four] = withPort.exec(address) ?? []
  const plain = (six ?? four ?? address).replace(mapped, '').replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const [before = '', after] = plain.split('::')
  const groups = before === '' ? [] : before.split(':')
  const missing = after === undefined ? 0 : 8 - groups.length - (after === '' ? 0 : after.split(':').length)
  return [...groups, ...Array(Math.max(0, missing)).fill('0'), ...(after?.split(':') ?? [])]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** Returns the address itself in IPv4, and in IPv6 the first 56 bits, which one household gets. */
function networkKey(address: string): string {
  const groups = toAddressKey(address).split(':')
  const [fourth] = groups.splice(3)
  return fourth === undefined
    ? groups.join(':')
    : [...groups, (Number.parseInt(fourth, 16) >> 8).toString(16)].join(':')
}

const rateWindowMs = 60_000

/** Lets the limiter count for all processes together. */
function storeOf(counts: RequestCounts, now: () => number) {
  return class implements FastifyRateLimitStore {
    incr: FastifyRateLimitStore['incr'] = (key, callback) => {
      countRequest(counts, key, rateWindowMs, now()).then(
        ({ count, leftMs }) => callback(null, { current: count, ttl: leftMs }),
        callback,
      )
    }

    child = () => this
  }
}

/** Limits how often one client address may write. A desk session counts on its own, so others can't lock it out. */
export async function rateLimit(
  app: FastifyInstance,
  perMinute: number,
  { storage, sessions, now }: Pick<Services, 'storage' | 'sessions' | 'now'>,
): Promise<void> {
  if (perMinute === 0) return
  await app.register(fastifyRateLimit, {
    max: perMinute,
    timeWindow: rateWindowMs,
    store: storeOf(storage.requestCounts, now),
    keyGenerator: async (request) => {
      const token = getBearerToken(request)
      // Access tokens are JWTs; the public key has no dot.
      const session = token?.includes('.') ? await sessions.who(token).catch(() => null) : null
      return session ? `session ${session.id}` : toAddressKey(request.ip)
    },
    // A database that can't count can't store either, and that error has a message for clients.
    skipOnError: true,
    allowList: ({ method }) => method !== 'POST',
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError(429, '54000', requestErrors.tooManyRequests(Math.max(1, Math.ceil(ttl / 1000)))),
  })
}

export function tooManyBookings(of: 'client' | 'network'): ApiError {
  const message = of === 'network' ? requestErrors.tooManyFromNetwork : requestErrors.tooManyBookings
  return new ApiError(429, '54000', message)
}

export type BookingGuard = ReturnType<typeof bookingGuard>

export function bookingGuard({ config, storage, guardSecret, now }: Services) {
  const { perAddress, perSite } = config.burst
  const counts = storage.requestCounts
  const proofs = proofOfWork(guardSecret, counts, now)

  async function excess(key: string, limit: number): Promise<number> {
    return limit > 0 ? Math.max(0, (await countRequest(counts, key, windowMs, now())).count - limit) : 0
  }

  /** An address beyond its limit doesn't count for the site, so it alone can't make all others prove their work. */
  async function excessOf({ ip }: FastifyRequest): Promise<number> {
    const ofAddress = await excess(`bookings ${toAddressKey(ip)}`, perAddress)
    return ofAddress || Math.min(1, await excess('bookings', perSite))
  }

  function burstError(statusCode: number, code: string, more: { details?: string; hint?: string } = {}) {
    const leftMs = windowMs - (now() % windowMs)
    return new ApiError(statusCode, code, requestErrors.burst(Math.ceil(leftMs / msPerMinute)), {
      ...more,
      retryAfterSeconds: Math.ceil(leftMs / 1000),
    })
  }

  return {
    /** Returns a keyed digest of a booking's network, which distinguishes networks without naming them. */
    networkOf: ({ ip }: FastifyRequest): string =>
      createHmac('sha256', guardSecret).update(networkKey(ip)).digest('base64url'),

    /** Counts a valid booking. @throws {ApiError} 428 with a challenge, when it needs a proof of work and has none */
    async admit(request: FastifyRequest, fields: AppointmentFields): Promise<void> {
      const beyond = await excessOf(request)
      if (beyond === 0) return
      const proof = request.headers[proofHeader]
      if (typeof proof === 'string' && (await proofs.accepts(proof, fields))) return
      throw burstError(428, 'PT428', {
        details: JSON.stringify(await proofs.challenge(fields, beyond)),
        hint: callErrors.solve(proofHeader),
      })
    },

    /** The same for a form without JavaScript, which can't prove its work. @throws {ApiError} 429 in a spike */
    async admitWithoutScript(request: FastifyRequest): Promise<void> {
      if ((await excessOf(request)) > 0) throw burstError(429, '54000')
    },
  }
}

/** Counts a request in the current window. @returns the requests in it so far, and how long it lasts */
export async function countRequest(counts: RequestCounts, key: string, windowMs: number, nowEpochMs: number) {
  const goneMs = nowEpochMs % windowMs
  return { count: await counts.add(key, nowEpochMs - goneMs), leftMs: windowMs - goneMs }
}
