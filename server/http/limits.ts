import { createHmac } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import fastifyRateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requestErrors } from '#copy/errors.ts'
import type { Network } from '../db/counts.ts'
import type { RequestCounts } from '../db/engine.ts'
import { ApiError, getBearerToken } from './errors.ts'
import type { Services } from './services.ts'

/** Some gateways forward an address with its port: 203.0.113.8:50001, [2001:db8::1]:50001. */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/

const dotted = /(\d+)\.(\d+)\.(\d+)\.(\d+)$/

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const hex = address.replace(dotted, (_, ...bytes: string[]) => {
    const [a, b, c, d] = bytes.map(Number) as [number, number, number, number]
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
  const [before = '', after] = hex.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const gap = after === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array(gap).fill('0'), ...(after ?? [])].map((group) => Number.parseInt(group, 16))
}

/** IPv4 addresses embedded in IPv6: mapped ones, and those translated by NAT64 (RFC 6052). */
const embeddingPrefixes = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/** Returns the address without port and zone, and the IPv4 address that an IPv6 address embeds. */
function plainAddress(address: string): string | number[] {
  const [, six, four] = withPort.exec(address) ?? []
  const plain = (six ?? four ?? address).replace(/%.*$/, '')
  if (!isIPv6(plain)) return plain
  const groups = groupsOf(plain)
  const prefix = groups.slice(0, 6).map((group) => group.toString(16))
  if (!embeddingPrefixes.includes(prefix.join(':'))) return groups
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

const inHex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':')

/** Returns the address for counting. An IPv6 client chooses its last 64 bits, so only the first 64 count. */
export function toAddressKey(address: string): string {
  const plain = plainAddress(address)
  return typeof plain === 'string' ? plain : inHex(plain.slice(0, 4))
}

/** Loopback and private addresses belong to a proxy, or to everyone behind it. */
const nobodys = new BlockList()
for (const [range, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ] as const),
])
  nobodys.addSubnet(range, bits)
for (const [range, bits] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  nobodys.addSubnet(range, bits, 'ipv6')

/**
 * Returns the network for counting: an IPv4 address, or in IPv6 the first 56 bits, which one household gets, and the
 * first 48, which one customer can get. null for an address that is no visitor's network.
 */
export function getNetwork(address: string, secret: string): Network | null {
  const plain = plainAddress(address)
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest('hex')
  if (typeof plain === 'string') {
    if (nobodys.check(plain)) return null
    const key = digest(plain).slice(0, 48)
    return { key, site: null }
  }
  if (nobodys.check(inHex(plain), 'ipv6')) return null
  const site = digest(inHex(plain.slice(0, 3))).slice(0, 16)
  const [fourth = 0] = plain.slice(3)
  const key = `${site}${digest(inHex([...plain.slice(0, 3), fourth >> 8])).slice(0, 32)}`
  return { key, site }
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

export const tooManyBookings = () => new ApiError(429, '54000', requestErrors.tooManyBookings)

/** Returns a request's network. Warns once about an untrusted proxy: everyone behind it looks like one visitor. */
export function createNetworkReader({
  config,
  guardSecret,
  log,
}: Pick<Services, 'config' | 'guardSecret' | 'log'>) {
  let hasWarned = false
  return ({ ip, headers }: FastifyRequest): Network | null => {
    if (!hasWarned && config.trustProxy === undefined && headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      log.warn('a proxy sends X-Forwarded-For, but TRUST_PROXY is not set, so all visitors share one limit')
    }
    return getNetwork(ip, guardSecret)
  }
}

export type GetNetwork = ReturnType<typeof createNetworkReader>

/**
 * Counts a request in the current window.
 * @returns the requests in it so far, and how long the window lasts
 */
export async function countRequest(counts: RequestCounts, key: string, windowMs: number, nowEpochMs: number) {
  const goneMs = nowEpochMs % windowMs
  return { count: await counts.add(key, nowEpochMs - goneMs), leftMs: windowMs - goneMs }
}
