import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { callErrors } from '../../copy/errors.ts'
import { onlyMethods, parse } from './errors.ts'
import { addressKey } from './limits.ts'
import type { Services } from './services.ts'

/** A visitor who asks again sooner is still noted from before. */
const noteEveryMs = 5000

interface Address {
  lastNotedAtMs: number
  /** When each of its visitors was last noted. */
  visitors: Map<string, number>
}

/**
 * Decides whether a visitor is to be noted as present: so many from one address and no more, and each only now and
 * then, so that nobody makes up a crowd by inventing visitors, or has us write with each question.
 *
 * @param maxPerAddress - a household or an office counts as that many at most
 * @param presentForMs - for how long a visitor counts as present
 */
export function notedVisitors(maxPerAddress: number, presentForMs: number) {
  // In the order in which they were last noted, so that those who are gone stand first.
  const addresses = new Map<string, Address>()

  return (ip: string, visitor: string, nowEpochMs: number): boolean => {
    const goneBeforeMs = nowEpochMs - presentForMs
    for (const [key, { lastNotedAtMs }] of addresses) {
      if (lastNotedAtMs >= goneBeforeMs) break
      addresses.delete(key)
    }
    const { visitors } = addresses.get(ip) ?? { visitors: new Map<string, number>() }
    for (const [id, atMs] of visitors) if (atMs < goneBeforeMs) visitors.delete(id)
    const notedAtMs = visitors.get(visitor)
    if (notedAtMs === undefined && visitors.size >= maxPerAddress) return false
    if (notedAtMs !== undefined && nowEpochMs - notedAtMs < noteEveryMs) return false
    visitors.set(visitor, nowEpochMs)
    addresses.delete(ip)
    addresses.set(ip, { lastNotedAtMs: nowEpochMs, visitors })
    return true
  }
}

const url = '/rpc/social_proof'

const question = z.object({ visitor: z.uuid(callErrors.uuid('visitor')) })

/** A visitor counts as present for this long after the page has asked last. */
const presentForMs = 60_000

/** Who shares an address, shares a home or an office; more from one are hardly people. */
const visitorsPerAddress = 5

/** Counting a month's open times takes work; the figure may be a little old. */
const keepCountForMs = 10_000

/** The true figures of the social-proof lines. */
export function socialProof(
  app: FastifyInstance,
  {
    storage,
    availability,
    openingHours,
    now,
  }: Pick<Services, 'storage' | 'availability' | 'openingHours' | 'now'>,
): void {
  const isToBeNoted = notedVisitors(visitorsPerAddress, presentForMs)
  let countedAtMs = Number.NEGATIVE_INFINITY
  let clients: Promise<number> | undefined

  /** Requests that come while it counts share the count. */
  function clientsLeft(): Promise<number> {
    const age = now() - countedAtMs
    if (clients && age >= 0 && age <= keepCountForMs) return clients
    countedAtMs = now()
    const counting = openingHours.current().then(availability.clientsLeftThisMonth)
    counting.catch(() => {
      if (clients === counting) clients = undefined
    })
    clients = counting
    return counting
  }

  app.get(url, async ({ query, ip }, reply) => {
    const { visitor } = parse(question, query)
    const nowEpochMs = now()
    const presentSinceMs = nowEpochMs - presentForMs
    if (isToBeNoted(addressKey(ip), visitor, nowEpochMs))
      await storage.visitors.see(visitor, nowEpochMs, presentSinceMs)
    const lastBookedAtMs = await storage.appointments.lastBookedAtMs(nowEpochMs)
    reply.header('cache-control', 'no-store')
    return {
      viewers: await storage.visitors.countSince(presentSinceMs, nowEpochMs),
      open_times_left_this_month: await clientsLeft(),
      minutes_since_last_booking:
        lastBookedAtMs === null ? null : Math.floor((nowEpochMs - lastBookedAtMs) / 60_000),
    }
  })
  onlyMethods(app, url, ['GET', 'HEAD'])
}
