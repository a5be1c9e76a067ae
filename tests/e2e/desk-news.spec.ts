import { desk } from '#copy/desk.ts'
import { expectAccessible } from './support/accessible.ts'
import { expect, onPhone, onScreen, test } from './support/desk.ts'
import { getBox } from './support/page.ts'

const minuteMs = 60_000
const title = desk.news.title

onPhone(
  'bookings from the page stay on top of the day, however many, until Got it, on this device',
  async ({ page, owner }) => {
    await owner.openDesk()
    await expect(page.getByRole('region', { name: /^New: / })).toBeHidden()
    await owner.bookAsClient('Iris Chan', '15:00')
    await owner.bookAsClient('Kenji Mori', '09:30', '2026-12-02')
    await owner.bookElsewhere('Walter Phone', '16:00')
    const band = page.getByRole('region', { name: title(2) })
    await expect(band).toContainText('Kenji Mori, Iris Chan')
    expect((await getBox(band)).height).toBeCloseTo(64, -1)
    await expectAccessible(page)
    await band.getByText(title(2)).click()
    await expect(band.getByRole('listitem')).toHaveText([
      /Kenji Mori.*tomorrow, 9:30/,
      /Iris Chan.*Thu, Dec 3, 3:00/,
    ])
    await expectAccessible(page, '.news')
    await band.getByRole('link', { name: 'Kenji Mori' }).click()
    await expect(page.getByRole('dialog', { name: 'Kenji Mori' })).toBeVisible()
    await page.reload()
    await owner.leave()
    await band.getByText(title(2)).click()
    await owner.press(desk.news.gotIt)
    await expect(band).toBeHidden()
    await expect(owner.heading).toBeFocused()
    await page.reload()
    await expect(owner.label('Priya Raman')).toBeVisible()
    await expect(band).toBeHidden()
    await owner.bookAsClient('Ruth Adeyemi', '11:00')
    await owner.comeBack()
    await expect(page.getByRole('region', { name: title(1) })).toContainText('Ruth Adeyemi')

    await test.step('many, which stay on one line, also on a narrow phone', async () => {
      await page.setViewportSize({ width: 320, height: 600 })
      for (const hour of ['09', '10', '11', '12', '13', '14'])
        await owner.bookAsClient(`Bartholomew Featherstone ${hour}`, `${hour}:00`, '2026-12-09')
      await owner.comeBack()
      const many = page.getByRole('region', { name: title(7) })
      expect((await getBox(many)).height).toBeCloseTo(64, -1)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    })
  },
)

onPhone.describe('late in the afternoon', () => {
  // 16:30 in Dallas on 2026-12-02.
  onPhone.use({ nowEpochMs: Date.UTC(2026, 11, 2, 22, 30) })

  onPhone('new bookings stay in view where today opens at the current time', async ({ page, owner }) => {
    const date = '2026-12-02'
    await owner.signIn()
    for (const hour of ['09', '11', '13', '15', '16']) {
      const client = { full_name: `Client ${hour}`, appointment_date: date }
      await owner.ask('book_for_client', { ...client, appointment_time: `${hour}:00` })
    }
    await owner.goTo('', date)
    await expect(owner.label('Client 16')).toBeVisible()
    await owner.bookAsClient('Kenji Mori', '09:30', '2026-12-04')
    await page.reload()
    const band = page.getByRole('region', { name: title(1) })
    await expect(band).toContainText('Kenji Mori')
    await expect(page.locator('.now-line')).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await expect(band).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await band.getByText(title(1)).click()
    await expect(band.getByRole('link', { name: 'Kenji Mori' })).toBeInViewport({ ratio: 1 })
  })
})

const withClock = onScreen.extend({ stoppableClock: true })

withClock(
  'on a wide screen the banner is one line, and new labels and days are outlined for ten minutes',
  async ({ page, owner }) => {
    await owner.openDesk()
    await owner.bookAsClient('Iris Chan', '15:00')
    await owner.bookAsClient('Kenji Mori', '09:30', '2026-12-04')
    await owner.comeBack()
    const band = page.getByRole('region', { name: title(2) })
    await expect(band.getByRole('link')).toHaveText([/Iris Chan/, /Kenji Mori/])
    expect((await getBox(band)).height).toBeLessThan(64)
    for (const name of ['Iris Chan', 'Kenji Mori'])
      await expect(owner.label(name).locator('.label-cloth')).toHaveCSS('outline-style', 'dashed')
    await expect(owner.label('Priya Raman').locator('.label-cloth')).toHaveCSS('outline-style', 'none')
    await expect(owner.button('Friday, December 4, 1 client, 1 new')).toBeVisible()
    const outlined = await page
      .locator('.day-row button')
      .evaluateAll(
        (days) => days.filter((one) => getComputedStyle(one, '::after').borderStyle === 'dashed').length,
      )
    expect(outlined).toBe(2)
    await expectAccessible(page)
    await test.step('with many names, which scroll', async () => {
      for (const hour of ['09', '10', '11', '12', '13', '14', '15'])
        await owner.bookAsClient(`Bartholomew Featherstone ${hour}`, `${hour}:00`, '2026-12-09')
      await owner.comeBack()
      const many = page.getByRole('region', { name: title(9) })
      for (const width of [1440, 900]) {
        await page.setViewportSize({ width, height: 900 })
        expect((await getBox(many)).height).toBeLessThan(64)
        const list = await getBox(many.getByRole('list'))
        expect(list.right).toBeLessThanOrEqual((await getBox(owner.button(desk.news.gotIt))).left)
        await expectAccessible(page, '.news')
      }
    })
    await owner.press(desk.news.gotIt)
    await expect(page.getByRole('region', { name: title(9) })).toBeHidden()
    await expect(owner.label('Iris Chan')).toContainText(desk.day.fresh)

    await test.step('new labels and days stay marked for ten minutes', async () => {
      // Nothing is new anymore.
      await page.clock.fastForward(11 * minuteMs)
      await expect(owner.label('Iris Chan')).not.toHaveClass(/label-new/)
      await owner.bookAsClient('Ruth Adeyemi', '11:00')
      await owner.comeBack()
      const strip = owner.button('Thursday, December 3, 3 clients, 1 new')
      await expect(strip).toBeVisible()
      await page.clock.fastForward(9 * minuteMs)
      await expect(strip).toBeVisible()
      await expect(owner.label('Ruth Adeyemi')).toHaveClass(/label-new/)
      await page.clock.fastForward(2 * minuteMs)
      await expect(strip).toBeHidden()
      await expect(owner.label('Ruth Adeyemi')).not.toHaveClass(/label-new/)
      await expect(page.getByRole('region', { name: title(1) })).toBeVisible()
    })
  },
)

onPhone(
  'a notice with Open announces a booking on any day, and never displaces Undo',
  async ({ page, owner }) => {
    await owner.openDesk()
    await owner.goTo('', '2026-12-08')
    await owner.bookAsClient('Iris Chan', '15:00')
    await owner.comeBack()
    const notice = page.getByRole('status').filter({ hasText: desk.news.one('Iris Chan') })
    await expect(notice).toContainText(/Thursday, December 3 at 3:00/)
    await expectAccessible(page)
    await owner.press(desk.news.open, notice)
    await expect(page.getByRole('dialog', { name: 'Iris Chan' })).toBeVisible()
    await owner.leave()

    const { appointment_date } = await owner.bookForNow('Eleanor Whitfield')
    await owner.goTo('', appointment_date)
    await owner.press(desk.appointment.came)
    await expect(owner.undo).toBeVisible()
    await owner.bookAsClient('Kenji Mori', '15:00', '2026-12-10')
    await owner.comeBack()
    await expect(page.getByRole('region', { name: title(2) })).toBeVisible()
    await expect(owner.undo).toBeVisible()
  },
)
