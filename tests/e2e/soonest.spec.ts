import type { Route } from '@playwright/test'
import { bookingForm, fieldErrors } from '#copy/booking-form.ts'
import { expectAccessible } from './support/accessible.ts'
import * as booking from './support/booking.ts'
import { ownerAt, phone } from './support/desk.ts'
import { getBox, getScrollWidth } from './support/page.ts'
import { expect, holdRequests, setHidden, test } from './support/test.ts'

const { getField, fill, getForm, openForm, someone, submitButton, getValues } = booking
const { openTimes, soonest } = bookingForm

test.describe('on a phone', () => {
  test.use(phone)

  test('with autofilled contact data, six taps book: button, day and time, source, and submit', async ({
    page,
  }) => {
    let taps = 0
    const tap = async (part: ReturnType<typeof page.locator>) => {
      taps += 1
      await part.tap()
    }
    await page.goto('/')
    await tap(page.locator('.hero a[href="#book"]'))
    const form = getForm(page)
    const { full_name, email, phone: number } = someone
    await fill(form, { full_name, email, phone: number })
    const first = form.getByRole('group', { name: soonest.title }).getByRole('button').first()
    await expect(first).toHaveAccessibleName(/^Wednesday, December 2 at 9:00\sAM$/)
    const top = async () => (await getBox(first)).top
    const before = await top()
    await tap(first)
    expect(await getValues(form)).toMatchObject({ appointment_date: '2026-12-02', appointment_time: '09:00' })
    await expect(first).toHaveAttribute('aria-pressed', 'true')
    await expect(first).toBeFocused()
    expect(await top()).toBe(before)
    await expect(form.locator('label')).toHaveCount(6)
    await expectAccessible(page)
    // The browser's list, which a test can't tap, and its entry.
    taps += 2
    await fill(form, { referral_source: 'google' })
    await tap(submitButton(form))
    await expect(form.getByRole('region')).toContainText('Wednesday, December 2, 2026 at 9:00')
    expect(taps).toBeLessThanOrEqual(6)
  })
})

test('the form has nine Tab stops from the first field to the button, and arrow keys among the times', async ({
  form,
  page,
}) => {
  const times = form.getByRole('group', { name: soonest.title }).locator('.tape-time')
  await expect(times.first()).toBeVisible()
  await times.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(times.nth(1)).toBeFocused()
  await expect(getField(form, 'appointment_time')).toHaveValue('11:30')
  await page.keyboard.press('End')
  await expect(times.nth(14)).toBeFocused()
  await expect(getField(form, 'appointment_time')).toHaveValue('11:30')
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(times.first()).toBeFocused()

  const stops: string[] = []
  await getField(form, 'full_name').focus()
  while (stops.length < 30 && stops.at(-1) !== bookingForm.submit) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const at = document.activeElement
      return at?.getAttribute('name') ?? at?.textContent ?? ''
    })
    // A date and a time have several parts in Chromium.
    if (name !== stops.at(-1)) stops.push(name)
  }
  expect(stops, stops.join(', ')).toHaveLength(9)
})

test('later days fill the same space, and the focus stays at both ends', async ({ form }) => {
  const group = form.getByRole('group', { name: soonest.title })
  const sooner = group.getByRole('button', { name: soonest.sooner, exact: true })
  const later = group.getByRole('button', { name: soonest.later, exact: true })
  const first = group.locator('.tape-time').first()
  await expect(first).toHaveAccessibleName(/^Wednesday, December 2 /)
  const height = async () => (await getBox(group)).height
  const before = await height()
  for (const _ of Array(4)) await later.click()
  await expect(later).toBeFocused()
  await expect(later).toHaveAttribute('aria-disabled', 'true')
  await expect(first).toHaveAccessibleName(/^Tuesday, December 22 /)
  expect(await height()).toBe(before)
  for (const _ of Array(4)) await sooner.click()
  await expect(first).toHaveAccessibleName(/^Wednesday, December 2 /)
  await expect(sooner).toBeFocused()
})

test('a full and a closed day show the next open one, whose times fill both fields', async ({
  form,
  page,
}) => {
  await page.route('**/rpc/open_times?on=2027-01-14*', (route) => route.fulfill({ json: [] }))
  const next = form.getByRole('group', { name: openTimes.next('Friday, January 15') })
  await fill(form, { appointment_date: '2027-01-14' })
  await expect(form.getByText(openTimes.none('Thursday, January 14'))).toBeVisible()
  await expect(next.getByRole('button')).toHaveText([/^9:00/, /^11:30/, /^3:00/])
  await expectAccessible(page)
  await next.getByRole('button').nth(1).click()
  expect(await getValues(form)).toMatchObject({ appointment_date: '2027-01-15', appointment_time: '11:30' })
  await expect(getField(form, 'appointment_time')).toBeFocused()
  await expect(next).toHaveCount(0)
})

test('a date that the owner closed shows the next open day, whose times fill both fields', async ({
  browser,
  page,
  shop,
}) => {
  const owner = ownerAt(await browser.newPage({ baseURL: shop.url }), shop)
  await owner.signIn()
  await owner.ask('set_opening', { dates: { '2027-01-14': [], '2027-01-15': [] } })
  const form = await openForm(page)
  await fill(form, { appointment_date: '2027-01-14' })
  await getField(form, 'appointment_date').blur()
  const closed = form.getByText(fieldErrors.closed)
  await expect(closed).toBeVisible()
  const next = form.getByRole('group', { name: openTimes.next('Saturday, January 16') }).getByRole('button')
  await expect(next).toHaveText([/^9:00/, /^11:30/, /^3:00/])
  await expectAccessible(page)
  await next.nth(1).click()
  expect(await getValues(form)).toMatchObject({ appointment_date: '2027-01-16', appointment_time: '11:30' })
  await expect(closed).toBeHidden()
})

test('a day more than eleven months ahead shows its year, and one beyond a year is rejected', async ({
  form,
}) => {
  await fill(form, { appointment_date: '2027-11-29' })
  await expect(form.getByText(openTimes.open('Monday, November 29, 2027'))).toBeVisible()
  await fill(form, { appointment_date: '2036-12-01' })
  await getField(form, 'appointment_date').blur()
  await expect(form.getByText(/Preferred Date must be .* 2027 or earlier/)).toBeVisible()
})

for (const [why, answer] of [
  ['fail', (route: Route) => route.fulfill({ status: 400, body: '{}' })],
  ['never come', () => undefined],
] as const)
  test(`open days that ${why} leave the two fields as they are`, async ({ page }) => {
    await page.route('**/rpc/open_days*', answer)
    const form = await openForm(page)
    await booking.send(form)
    await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027 at 10:30')
  })

test('an ad’s campaign or the referring page preselects the source, which the visitor can change', async ({
  page,
}) => {
  await page.goto('/?utm_source=Instagram_Stories')
  const form = getForm(page)
  await getField(form, 'full_name').focus()
  await booking.isHydrated(form)
  const source = getField(form, 'referral_source')
  await expect(source).toHaveValue('instagram')
  await source.selectOption('friend')
  await expect(source).toHaveValue('friend')

  await page.goto('/', { referer: 'https://www.google.com/' })
  await getField(form, 'full_name').focus()
  await booking.isHydrated(form)
  await expect(source).toHaveValue('google')
})

test.describe('after a booking', () => {
  const panelOf = (form: ReturnType<typeof getForm>) => form.getByRole('region')

  test('the panel shows the address, survives a reload in both forms, and leads to another booking', async ({
    page,
  }) => {
    const form = await openForm(page)
    await booking.send(form)
    for (const words of [someone.email, bookingForm.booked.wrongAddress, bookingForm.booked.company])
      await expect(panelOf(form)).toContainText(words)
    await expect(submitButton(form)).toBeAttached()
    await page.reload()
    await setHidden(page, false)
    for (const placement of ['book', 'closing'] as const) {
      const other = getForm(page, placement)
      await other.evaluate((element) => element.scrollIntoView())
      await expect(panelOf(other)).toContainText('Thursday, January 14, 2027 at 10:30')
      await expect(getField(other, 'full_name')).toBeHidden()
    }
    await booking.bookAnother(getForm(page, 'closing'))
    await expect(getField(getForm(page, 'closing'), 'full_name')).toBeFocused()
    await expect(panelOf(getForm(page))).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })

  for (const [width, height, size] of [
    [390, 844, 200],
    [320, 256, 100],
    [320, 568, 100],
    [360, 640, 100],
  ] as const)
    test(`its first line is in view and clear of the toast at ${width}x${height} with ${size} % text`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ reducedMotion: 'reduce' })
      // From the start, as in a browser's settings: Chromium doesn't reevaluate container queries when it changes.
      await page.addInitScript((percent) => {
        document.addEventListener('DOMContentLoaded', () => {
          document.documentElement.style.fontSize = `${percent}%`
        })
      }, size)
      const form = await openForm(page)
      await booking.send(form)
      const [panel, toast] = [panelOf(form), page.locator('.toast')]
      await expect(toast).toBeVisible()
      await expect(panel).toBeFocused()
      const line = panel.locator('.tape-length')
      await expect(line).toBeInViewport()
      await expect
        .poll(async () => {
          const [box, over] = [await line.boundingBox(), await toast.boundingBox()]
          return box && over && box.y >= 0 && over.y >= box.y + Math.min(box.height, 40)
        })
        .toBe(true)
      expect(await getScrollWidth(page)).toBe(width)
    })

  test('a failure is announced once', async ({ form, page }) => {
    const answer = await holdRequests(page, '**/rest/v1/appointments*', (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'No thread.' } }),
    )
    await fill(form, someone)
    await submitButton(form).click()
    answer()
    await expect(page.locator('.toast')).toBeVisible()
    const announced = page
      .locator('[role=alert], [role=status], [aria-live]')
      .filter({ hasText: 'No thread.' })
    await expect(announced).toHaveCount(1)
  })
})

test('each form is a named region, and its address and brand keep their language', async ({ page }) => {
  await page.goto('/')
  for (const placement of ['book', 'closing'] as const)
    await expect(getForm(page, placement)).toHaveAccessibleName(/\S/)
  await expect(page.locator('.woven-label').first()).toHaveAttribute('translate', 'no')
  await expect(page.locator('footer address')).toHaveAttribute('translate', 'no')
})
