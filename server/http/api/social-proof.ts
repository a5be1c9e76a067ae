import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { callRefusals } from '../../../copy/errors.ts'
import { addressKey } from '../guard/address-key.ts'
import { onlyMethods } from '../only-methods.ts'
import { parsed } from '../parsed.ts'
import type { Services } from '../services.ts'
import { notedVisitors } from './noted-visitors.ts'

const url = '/rpc/social_proof'

const question = z.object({ visitor: z.uuid(callRefusals.uuid('visitor')) })

/** A visitor counts as present for this long after the page has asked last. */
const presentForMs = 60_000
/** Who shares an address, shares a home or an office; more from one are hardly people. */
const visitorsPerAddress = 5
/** Counting who can come in a month is work; the figure may be a little old. */
const keepCountForMs = 10_000

/** The true figures of the social-proof lines. */
export function socialProof(app: FastifyInstance, { storage, useCases, now }: Services): void {
  const isToBeNoted = notedVisitors(visitorsPerAddress, presentForMs)
  let counted = { atMs: Number.NEGATIVE_INFINITY, clients: 0 }

  async function clientsLeft(): Promise<number> {
    const age = now() - counted.atMs
    if (age < 0 || age > keepCountForMs) {
      counted = { atMs: now(), clients: await useCases.clientsLeftThisMonth() }
    }
    return counted.clients
  }

  app.get(url, async ({ query, ip }, reply) => {
    const { visitor } = parsed(question, query)
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
