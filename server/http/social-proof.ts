import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { callErrors } from '#copy/errors.ts'
import { onlyMethods, parse } from './errors.ts'
import { toAddressKey } from './limits.ts'
import type { Services } from './services.ts'

/** A visitor counts as present for this long after the page's last request. */
const presentForMs = 60_000
/** Limits how often the database records a visitor. */
const noteEveryMs = 5000
/** The most that one household or office would have. */
const visitorsPerAddress = 5

interface Address {
  lastNotedAtMs: number
  visitors: Map<string, number>
}

/** Decides whether to count a visitor as present, so no one can make up a crowd by inventing visitors. */
function notedVisitors() {
  // In the order of their last visit, oldest first.
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
    if (notedAtMs === undefined && visitors.size >= visitorsPerAddress) return false
    if (notedAtMs !== undefined && nowEpochMs - notedAtMs < noteEveryMs) return false
    visitors.set(visitor, nowEpochMs)
    addresses.delete(ip)
    addresses.set(ip, { lastNotedAtMs: nowEpochMs, visitors })
    return true
  }
}

const url = '/rpc/social_proof'
const question = z.object({ visitor: z.uuid(callErrors.uuid('visitor')) })

/** Counting a month's open times takes work. */
const keepCountForMs = 10_000

type Deps = Pick<Services, 'storage' | 'availability' | 'openingHours' | 'isSocialProofLive' | 'now'>

/** Only for a shop that shows true numbers: the minute of the last booking is no one's business otherwise. */
export function socialProof(app: FastifyInstance, services: Deps): void {
  const { storage, availability, openingHours, isSocialProofLive, now } = services
  if (!isSocialProofLive) return
  const isToBeNoted = notedVisitors()
  let countedAtMs = Number.NEGATIVE_INFINITY
  let clients: Promise<number> | undefined

  /** Simultaneous requests share one count. */
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
    if (isToBeNoted(toAddressKey(ip), visitor, nowEpochMs))
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
