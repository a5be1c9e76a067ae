import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shop } from '../../booking/opening-hours.ts'
import { createOpeningHours } from '../../server/appointments/opening-hours.ts'
import { readBuiltPage } from '../../server/built-page.ts'
import type { OpeningHoursStore } from '../../server/db/hours.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { openStores } from '../../server/db/stores.ts'
import { createPages } from '../../server/http/pages.ts'
import { everyDay } from '../support/week.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { temporaryFolder, testNoon } from './support/shop-server.ts'

/** Two processes on one database; the first one's reads can be answered late. Timeouts end only when the test says so. */
async function openTwo() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = temporaryFolder()
  const engine = await openSqlite(join(folder, 'test.sqlite'), 1)
  onTestFinished(async () => {
    vi.useRealTimers()
    await engine.close()
  })
  const { hours } = await openStores(engine)
  let way = Promise.resolve()
  const find = vi.fn<OpeningHoursStore['find']>(async () => {
    const [found] = await Promise.all([hours.find(), way])
    return found
  })
  const first = createOpeningHours({ ...hours, find }, shop, () => testNoon)
  const pages = createPages({
    ...{ page: readBuiltPage(writeDistFixture(folder)), openingHours: first, now: () => testNoon },
    ...{ anonKey: 'public-demo-key', publicUrl: () => 'http://localhost' },
  })
  return {
    first,
    second: createOpeningHours(hours, shop, () => testNoon),
    find,
    /** Starts a read whose answer waits. @returns lets the answer come */
    answeredLate<T>(asks: () => Promise<T>) {
      const held = Promise.withResolvers<void>()
      way = held.promise
      const outcome = asks()
      way = Promise.resolve()
      return () => {
        held.resolve()
        return outcome
      }
    },
    page: async () => (await pages.now('index')).encodings.identity.body.toString(),
  }
}

const fromSeven = everyDay(['07:00-17:00'])
const early = '&quot;07:00-17:00&quot;'

describe('opening hours', () => {
  it('keep a change that was made while an older read was on its way', async () => {
    const { first, answeredLate } = await openTwo()
    const answer = answeredLate(first.current)
    await first.change({ week: fromSeven })
    expect((await answer()).opening.week).toEqual(fromSeven)
    expect(first.lastKnown().opening.week).toEqual(fromSeven)
  })

  it('are those of the read that began last, although another answers later', async () => {
    const { first, second, answeredLate } = await openTwo()
    const answer = answeredLate(first.current)
    await second.change({ week: fromSeven })
    expect((await first.current()).opening.week).toEqual(fromSeven)
    await answer()
    expect(first.lastKnown().opening.week).toEqual(fromSeven)
  })

  it('are read once for all that ask together, in a snapshot that no change reaches', async () => {
    const { first, second, find } = await openTwo()
    const [snapshot, other] = await Promise.all([first.current(), first.current()])
    expect(snapshot).toBe(other)
    expect(find).toHaveBeenCalledOnce()
    await second.change({ week: fromSeven })
    await new Promise(setImmediate)
    expect((await first.current()).opening.week).toEqual(fromSeven)
    expect(snapshot.opening.week).toEqual(shop.opening.week)
  })

  it('appear on a page that is requested after another process changed them', async () => {
    const { second, answeredLate, page } = await openTwo()
    const answer = answeredLate(page)
    await second.change({ week: fromSeven })
    expect(await page()).toContain(early)
    await answer()
    expect(await page()).toContain(early)
  })

  it('appear on the page as last known while the database hangs, which is asked once', async () => {
    const { second, answeredLate, find, page } = await openTwo()
    const answer = answeredLate(page)
    await second.change({ week: fromSeven })
    await vi.advanceTimersByTimeAsync(250)
    expect(await page()).not.toContain(early)
    expect(find).toHaveBeenCalledOnce()
    await answer()
    await vi.waitFor(async () => expect(await page()).toContain(early))
  })
})
