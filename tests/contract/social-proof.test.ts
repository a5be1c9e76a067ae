import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shop } from '../../booking/opening-hours.ts'
import { createAvailability } from '../../server/appointments/availability.ts'
import { createOpeningHours } from '../../server/appointments/opening-hours.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { openStores } from '../../server/db/stores.ts'
import { socialProof } from '../../server/http/social-proof.ts'
import { temporaryFolder, testNoon } from './support/shop-server.ts'

describe('the figures of the social proof', () => {
  it('count the month once for requests that come together', async () => {
    const engine = await openSqlite(join(temporaryFolder(), 'test.sqlite'), 1)
    const app = fastify()
    onTestFinished(async () => {
      await app.close()
      await engine.close()
    })
    const storage = await openStores(engine)
    let nowEpochMs = testNoon
    const now = () => nowEpochMs
    const availability = createAvailability({ ...storage, now })
    const counting = vi.spyOn(availability, 'clientsLeftThisMonth')
    socialProof(app, {
      storage,
      availability,
      openingHours: createOpeningHours(storage.hours, shop, now),
      now,
    })
    const ask = async () => {
      const answer = await app.inject(`/rpc/social_proof?visitor=${randomUUID()}`)
      return answer.json().open_times_left_this_month
    }
    const [first, ...others] = await Promise.all([ask(), ask(), ask()])
    expect(first).toBeGreaterThan(0)
    expect(others).toEqual([first, first])
    expect(counting).toHaveBeenCalledTimes(1)
    nowEpochMs += 60_000
    await ask()
    expect(counting).toHaveBeenCalledTimes(2)
  })
})
