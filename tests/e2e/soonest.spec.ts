import { bookingForm, fieldErrors } from '#copy/booking-form.ts'
import { expectAccessible } from './support/accessible.ts'
import * as booking from './support/booking.ts'
import { callAsOwner, phone } from './support/desk.ts'
import { getBox, getScrollWidth } from './support/page.ts'
import { expect, inMotion, setHidden, test } from './support/test.ts'

const { getField, fill, getForm, openForm, someone, submitButton, getValues } = booking
const { openTimes, soonest } = bookingForm

test.describe('on a phone', () => {
  test.use({ ...phone, ...inMotion })

  test('with autofilled contact data, six taps book, and the panel survives a reload in both forms', async ({
    page,
  }) => {
    let taps = 0
    const tap = async (part: ReturnType<typeof page.locator>) => {
      taps += 1
      await part.tap()
    }
    await page.goto('/')
    for (const placement of ['book', 'closing'] as const)
      await expect(getForm(page, placement), 'a named region').toHaveAccessibleName(/\S/)
    for (const kept of ['.woven-label >> nth=0', 'footer address'])
      await expect(page.locator(kept)).toHaveAttribute('translate', 'no')

    // The button, the day and time, the source, and the form's own button.
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
    const panelOf = (placement: 'book' | 'closing') => getForm(page, placement).getByRole('region')
    const booked = 'Wednesday, December 2, 2026 at 9:00'
    for (const words of [booked, someone.email, bookingForm.booked.wrongAddress, bookingForm.booked.company])
      await expect(panelOf('book')).toContainText(words)
    expect(taps).toBeLessThanOrEqual(6)
    await expect(submitButton(form)).toBeAttached()

    await page.reload()
    await setHidden(page, false)
    for (const placement of ['book', 'closing'] as const) {
      await getForm(page, placement).evaluate((element) => element.scrollIntoView())
      await expect(panelOf(placement)).toContainText(booked)
      await expect(getField(getForm(page, placement), 'full_name')).toBeHidden()
    }
    await booking.bookAnother(getForm(page, 'closing'))
    await expect(getField(getForm(page, 'closing'), 'full_name')).toBeFocused()
    await expect(panelOf('book')).toHaveCount(0)
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  })
})

test('the soonest times are one of nine Tab stops, and lead to any day of a year', async ({ form, page }) => {
  const group = form.getByRole('group', { name: soonest.title })
  const times = group.locator('.tape-time')
  await test.step('the focus stays at both ends of the days', async () => {
    const sooner = group.getByRole('button', { name: soonest.sooner, exact: true })
    const later = group.getByRole('button', { name: soonest.later, exact: true })
    const first = times.first()
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

  await test.step('arrow keys move among the times', async () => {
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
  })

  await test.step('nine stops from the first field to the button', async () => {
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

  await test.step('a day more than eleven months ahead shows its year, and one beyond a year is rejected', async () => {
    await fill(form, { appointment_date: '2027-11-29' })
    await expect(form.getByText(openTimes.open('Monday, November 29, 2027'))).toBeVisible()
    await fill(form, { appointment_date: '2036-12-01' })
    await getField(form, 'appointment_date').blur()
    await expect(form.getByText(/Preferred Date must be .* 2027 or earlier/)).toBeVisible()
  })
})

test('a full day and one that the owner closed show the next open one, whose times fill both fields', async ({
  page,
  shop,
}) => {
  const ask = await callAsOwner(shop)
  await ask('set_opening', { dates: { '2027-01-20': [], '2027-01-21': [] } })
  await page.route('**/rpc/open_times?on=2027-01-14*', (route) => route.fulfill({ json: [] }))
  const form = await openForm(page)
  const nextOn = (day: string) => form.getByRole('group', { name: openTimes.next(day) })
  const expectNext = async (day: string, date: string) => {
    const times = nextOn(day).getByRole('button')
    await expect(times).toHaveText([/^9:00/, /^11:30/, /^3:00/])
    await expectAccessible(page)
    await times.nth(1).click()
    expect(await getValues(form)).toMatchObject({ appointment_date: date, appointment_time: '11:30' })
  }
  await test.step('full', async () => {
    await fill(form, { appointment_date: '2027-01-14' })
    await expect(form.getByText(openTimes.none('Thursday, January 14'))).toBeVisible()
    await expectNext('Friday, January 15', '2027-01-15')
    await expect(getField(form, 'appointment_time')).toBeFocused()
    await expect(nextOn('Friday, January 15')).toHaveCount(0)
  })
  await test.step('closed', async () => {
    await fill(form, { appointment_date: '2027-01-20' })
    await getField(form, 'appointment_date').blur()
    const closed = form.getByText(fieldErrors.closed)
    await expect(closed).toBeVisible()
    await expectNext('Friday, January 22', '2027-01-22')
    await expect(closed).toBeHidden()
  })
})

test('an ad’s campaign or the referring page preselects the source, and the form books without open days', async ({
  page,
}) => {
  const openDays = '**/rpc/open_days*'
  const source = getField(getForm(page), 'referral_source')
  const expectPreselected = async (preselected: string) => {
    const form = getForm(page)
    await getField(form, 'full_name').focus()
    await booking.isHydrated(form)
    await expect(source).toHaveValue(preselected)
  }
  const expectBooked = async (time: string) => {
    const form = getForm(page)
    await booking.send(form, { ...someone, appointment_time: time })
    await expect(form.getByRole('region')).toContainText(`Thursday, January 14, 2027 at ${time}`)
  }
  await test.step('while the days never come', async () => {
    await page.route(openDays, () => undefined)
    await page.goto('/?utm_source=Instagram_Stories')
    await expectPreselected('instagram')
    await source.selectOption('friend')
    await expect(source).toHaveValue('friend')
    await expectBooked('10:30')
    await booking.bookAnother(getForm(page))
  })
  await test.step('after the days fail', async () => {
    await page.unroute(openDays)
    await page.route(openDays, (route) => route.fulfill({ status: 400, body: '{}' }))
    await page.goto('/', { referer: 'https://www.google.com/' })
    await expectPreselected('google')
    await expectBooked('12:30')
  })
})

test('after a booking, the panel’s first line is in view and clear of the toast on a small screen and with large text', async ({
  page,
}) => {
  const form = getForm(page)
  const [panel, toast] = [form.getByRole('region'), page.locator('.toast')]
  const expectInView = async (width: number, time: string) => {
    await booking.send(form, { ...someone, appointment_time: time })
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
  }
  await page.setViewportSize({ width: 320, height: 256 })
  await openForm(page)
  for (const [width, height, time] of [
    [320, 256, '09:00'],
    [320, 568, '10:30'],
    [360, 640, '12:00'],
  ] as const)
    await test.step(`${width}x${height}`, async () => {
      await page.setViewportSize({ width, height })
      await expectInView(width, time)
      await toast.getByRole('button', { name: 'Close' }).click()
      await expect(toast).toHaveCount(0)
      await booking.bookAnother(form)
    })
  await test.step('390x844 with text twice the size', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    // From the start, as in a browser's settings: Chromium doesn't reevaluate container queries when it changes.
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        document.documentElement.style.fontSize = '200%'
      })
    })
    await openForm(page)
    await expectInView(390, '15:00')
  })
})
