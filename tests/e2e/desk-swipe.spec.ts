import type { Locator } from '@playwright/test'
import { bookAsClient, day, label, openDesk, phone } from './support/desk.ts'
import { changeElsewhere, comeBack } from './support/desk-server.ts'
import { expect, test } from './support/test.ts'

test.use(phone)

type Step = [type: 'start' | 'move' | 'end' | 'cancel', x: number, y?: number, fingers?: number]

/** Touches this part of the page, and returns how many history entries that added. */
const touch = (part: Locator, steps: Step[]) =>
  part.evaluate((target, steps) => {
    const { length } = history
    for (const [type, clientX, clientY = 400, fingers = 1] of steps) {
      const isOver = type === 'end' || type === 'cancel'
      const finger = (identifier: number) => new Touch({ identifier, target, clientX, clientY })
      const touches = isOver ? [] : Array.from({ length: fingers }, (_, index) => finger(index))
      target.dispatchEvent(new TouchEvent(`touch${type}`, { touches, bubbles: true }))
    }
    return history.length - length
  }, steps)

const swipe: Step[] = [
  ['start', 300],
  ['move', 260],
  ['move', 100],
  ['end', 100],
]

test('a swipe turns the day, unless it scrolls, zooms, or moves labels', async ({ page, shop }) => {
  await openDesk(page, shop)
  const heading = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('main')
  const tape = page.locator('.tape').first()

  await test.step('the phone’s own gesture, a scroll, and two fingers', async () => {
    const taken: Step[] = [
      ['start', 20],
      ['move', 140],
      ['cancel', 140],
    ]
    const scroll: Step[] = [
      ['start', 300],
      ['move', 290, 300],
      ['move', 180, 100],
      ['end', 180],
    ]
    const enlarge: Step[] = [
      ['start', 300, 400, 2],
      ['move', 180, 400, 2],
      ['end', 180],
    ]
    for (const ignored of [taken, scroll, enlarge]) expect(await touch(main, ignored)).toBe(0)
    await expect(heading).toHaveText(day.heading)
  })

  await test.step('an enlarged page', async () => {
    // What the browser may do with fingers there.
    await expect(main).toHaveCSS('touch-action', 'pan-y pinch-zoom')
    const session = await page.context().newCDPSession(page)
    const enlarge = (pageScaleFactor: number) =>
      session.send('Emulation.setPageScaleFactor', { pageScaleFactor })
    await enlarge(2)
    await expect(main).toHaveCSS('touch-action', 'auto')
    await touch(tape, swipe)
    await expect(heading).toHaveText(day.heading)
    await enlarge(1)
    await expect(main).toHaveCSS('touch-action', 'pan-y pinch-zoom')
    await touch(tape, swipe)
    await expect(heading).toHaveText('Friday, December 4')
    await page.goBack()
  })

  await test.step('labels that have no room, once there are three', async () => {
    await changeElsewhere(page, 'set_opening', { capacity: 3 })
    await bookAsClient(shop, 'Samir Haddad', '12:30')
    await comeBack(page)
    const second = label(page, 'Samir Haddad').getByRole('link').first()
    await touch(second, swipe)
    await expect(heading).toHaveText('Friday, December 4')
    await page.goBack()
    await bookAsClient(shop, 'Bo Diaz', '12:30')
    await comeBack(page)
    await expect(page.getByRole('link', { name: 'Bo Diaz', exact: true })).toBeAttached()
    await touch(second, swipe)
    await expect(heading).toHaveText(day.heading)
    await touch(tape, swipe)
    await expect(heading).toHaveText('Friday, December 4')
  })
})
