import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { shop } from '../../booking/opening-hours.ts'
import { createOpeningHours } from '../../server/appointments/opening-hours.ts'
import { readBuiltPage } from '../../server/built-page.ts'
import type { OpeningHoursStore } from '../../server/db/hours.ts'
import { openSqlite } from '../../server/db/sqlite.ts'
import { createStores } from '../../server/db/stores.ts'
import { createPages } from '../../server/http/pages.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { temporaryFolder, testNoon } from './support/shop-server.ts'

/** Two processes on one database; what the first asks of the hours can be answered late. No timeout ends by itself. */
async function openTwo() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const folder = temporaryFolder()
  const engine = await openSqlite(join(folder, 'test.sqlite'), 1)
  onTestFinished(async () => {
    vi.useRealTimers()
    await engine.close()
  })
  const { openings } = createStores(engine)
  let way = Promise.resolve()
  const find = vi.fn<OpeningHoursStore['find']>(async () => {
    const [found] = await Promise.all([openings.find(), way])
    return found
  })
  const first = createOpeningHours({ ...openings, find }, shop, () => testNoon)
  const pages = createPages({
    page: readBuiltPage(writeDistFixture(folder)),
    shop: first.shop,
    anonKey: 'public-demo-key',
    publicUrl: () => 'http://localhost',
    refresh: first.refresh,
    now: () => testNoon,
  })
  return {
    first,
    second: createOpeningHours(openings, shop, () => testNoon),
    find,
    /** Does what asks for the hours. @returns lets the answer come, which waits until then */
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

const early = '&quot;firstStart&quot;:&quot;07:00&quot;'

describe('opening hours in force', () => {
  it('are those of a change, whatever a reading from before it says after it', async () => {
    const { first, answeredLate } = await openTwo()
    const answer = answeredLate(first.refresh)
    await first.setOpening({ firstStart: '07:00' })
    await answer()
    expect(first.shop.opening.firstStart).toBe('07:00')
  })

  it('are those of the reading that began last, whichever is answered last', async () => {
    const { first, second, answeredLate } = await openTwo()
    const answer = answeredLate(first.refresh)
    await second.setOpening({ firstStart: '07:00' })
    await first.refresh()
    await answer()
    expect(first.shop.opening.firstStart).toBe('07:00')
  })

  it('stand on a page that is asked for after another process has changed them', async () => {
    const { second, answeredLate, page } = await openTwo()
    const answer = answeredLate(page)
    await second.setOpening({ firstStart: '07:00' })
    expect(await page()).toContain(early)
    await answer()
    expect(await page()).toContain(early)
  })

  it('stand on the page as last known while the database hangs, which is asked once', async () => {
    const { second, answeredLate, find, page } = await openTwo()
    const answer = answeredLate(page)
    await second.setOpening({ firstStart: '07:00' })
    await vi.advanceTimersByTimeAsync(250)
    expect(await page()).not.toContain(early)
    expect(find).toHaveBeenCalledOnce()
    await answer()
    await vi.waitFor(async () => expect(await page()).toContain(early))
  })
})
