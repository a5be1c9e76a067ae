import type { Locator } from '@playwright/test'
import { bookingForm, fieldErrors, privacy } from '#copy/booking-form.ts'
import { fieldNames } from '../../booking/appointment.ts'
import { formatDate } from '../../booking/time.ts'
import { expectAccessible } from './support/accessible.ts'
import * as booking from './support/booking.ts'
import { getScrollWidth, waitForLayout } from './support/page.ts'
import { expect, holdRequests, test } from './support/test.ts'

const { getField, fill, getOfferedTimes, send, someone, submitButton, getValues } = booking
const { appointment_date: date } = someone

/** It's late on December 1 in Dallas, and December 2 in London. */
const tomorrowInDallas = '2026-12-02'

test('the form has six fields as specified, and sends nothing empty or malformed', async ({ form, page }) => {
  await expect(form.locator('label')).toHaveText([
    'Full Name *',
    'Email Address *',
    'Phone Number *',
    'Preferred Date *',
    'Preferred Time *',
    'How did you hear about us? *',
  ])
  for (const name of fieldNames) await expect(getField(form, name)).toHaveAttribute('aria-required', 'true')
  for (const [name, attribute, value] of [
    ['email', 'type', 'email'],
    ['phone', 'type', 'tel'],
    ['phone', 'placeholder', '(555) 123-4567'],
    ['appointment_date', 'type', 'date'],
    ['appointment_date', 'min', tomorrowInDallas],
    ['appointment_time', 'type', 'time'],
    ['appointment_time', 'min', '09:00'],
    ['appointment_time', 'max', '17:00'],
  ] as const)
    await expect(getField(form, name)).toHaveAttribute(attribute, value)
  const options = getField(form, 'referral_source').locator('option')
  const sources = await options.evaluateAll((all: HTMLOptionElement[]) => all.map(({ value }) => value))
  expect(sources).toEqual(['', 'facebook', 'instagram', 'google', 'linkedin', 'tiktok', 'friend'])

  const button = submitButton(form)
  await expect(button).toHaveAccessibleDescription(bookingForm.allRequired)
  await fill(form, { ...someone, phone: '', appointment_time: '' })
  await expect(button).toHaveAccessibleDescription('Still needed: Phone Number, Preferred Time')
  await getField(form, 'phone').pressSequentially('2')
  await expect(button).toHaveAccessibleDescription('Still needed: Preferred Time')
  await fill(form, { appointment_time: '10:00' })
  await expect(button).toHaveAccessibleDescription(bookingForm.allRequired)

  const posts = booking.watchPosts(page)
  await fill(form, someone)
  await test.step('submitting with an empty field does nothing and says nothing', async () => {
    for (const [empty, value] of [
      ...fieldNames.map((name) => [name, ''] as const),
      ['full_name', '   '] as const,
    ]) {
      await send(form, { [empty]: value })
      await expect(getField(form, empty)).toBeFocused()
      await expect(getField(form, empty)).toHaveAttribute('aria-invalid', 'true')
      await expect(form.locator('[aria-invalid]')).toHaveCount(1)
      await expect(form.locator('.field-error:not(:empty)')).toHaveCount(0)
      await expect(page.locator('.toast')).toHaveCount(0)
      await expect(form.getByRole('alert')).toHaveCount(0)
      await expect(submitButton(form)).toHaveText(bookingForm.submit)
      expect(posts).toEqual([])
      await fill(form, { [empty]: someone[empty] })
      await expect(form.locator('[aria-invalid]')).toHaveCount(0)
    }
  })
  await test.step('a malformed field gets one message on blur', async () => {
    for (const [name, value, message] of [
      ['email', 'daniel@', fieldErrors.email],
      ['phone', '555', fieldErrors.phone],
      ['appointment_date', '2020-01-14', `Preferred Date must be ${formatDate(tomorrowInDallas)} or later.`],
      ['appointment_time', '17:01', 'Preferred Time must be between 9:00\u00a0AM and 5:00\u00a0PM.'],
    ] as const) {
      const field = getField(form, name)
      await fill(form, { [name]: value })
      await field.blur()
      await expect(field).toHaveAttribute('aria-invalid', 'true')
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(message)}`))
      await expect(form.locator('.field-error:not(:empty)')).toHaveCount(1)
      await submitButton(form).click()
      await expect(field).toBeFocused()
      await expect(form.getByRole('alert')).toHaveCount(0)
      expect(posts).toEqual([])
      await fill(form, { [name]: someone[name] })
      await expect(form.locator('.field-error:not(:empty)')).toHaveCount(0)
      await expect(field).not.toHaveAttribute('aria-invalid')
    }

    // A half-entered date: its value is empty, and only the browser knows about it.
    await fill(form, { appointment_date: '' })
    await getField(form, 'appointment_date').click({ position: { x: 20, y: 20 } })
    await page.keyboard.type('12')
    await getField(form, 'phone').focus()
    await expect(form.getByText('Preferred Date is incomplete.')).toBeVisible()
    await submitButton(form).click()
    await expect(getField(form, 'appointment_date')).toBeFocused()
    expect(posts).toEqual([])
  })
})

test('date and time share a row, as do the phone’s label and hint, unless the text is large', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await waitForLayout(page)
  const rowsOf = (placement: 'book' | 'closing') =>
    booking.getForm(page, placement).evaluate((form: HTMLFormElement) => {
      const boxes = ['label[for$=phone]', '[id$=phone-hint]', '[name=phone]'].map((part) =>
        form.querySelector(part)?.getBoundingClientRect(),
      )
      const [label, hint, input] = boxes as [DOMRect, DOMRect, DOMRect]
      const isBeside = hint.left >= label.right && Math.abs(hint.bottom - label.bottom) < 8
      const isUnder = hint.top >= label.bottom && hint.right <= input.right
      const isClear = input.top >= Math.max(hint.bottom, label.bottom)
      return isClear && (isBeside ? 'beside' : isUnder && 'under')
    })
  const areInOneRow = async (placement: 'book' | 'closing') => {
    const form = booking.getForm(page, placement)
    const date = await getField(form, 'appointment_date').boundingBox()
    const time = await getField(form, 'appointment_time').boundingBox()
    return date?.y === time?.y
  }
  for (const placement of ['book', 'closing'] as const) {
    await getField(booking.getForm(page, placement), 'full_name').focus()
    await booking.isHydrated(booking.getForm(page, placement))
    expect(await rowsOf(placement)).toBe('beside')
    expect(await areInOneRow(placement)).toBe(true)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    expect(await rowsOf(placement)).toBe('under')
    expect(await areInOneRow(placement)).toBe(false)
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
    const hint = page.locator(`#${placement}-phone-hint`)
    await hint.evaluate((element) => element.append(' We never give it to anyone else.'))
    expect(await rowsOf(placement)).toBe('under')
  }
})

test('both forms keep their own entries for a visitor who comes back', async ({ page }) => {
  const held = await holdRequests(page, '**/assets/*.js')
  await page.goto('/')
  const form = booking.getForm(page)
  // Also the text typed before the script ran.
  const early = { ...someone, phone: '', appointment_date: '', appointment_time: '' }
  await fill(form, early)
  held()
  const missing = 'Still needed: Phone Number, Preferred Date, Preferred Time'
  await expect(submitButton(form)).toHaveAccessibleDescription(missing)
  expect(await getValues(form)).toEqual(early)
  await fill(form, someone)
  const second = booking.getForm(page, 'closing')
  expect(Object.values(await getValues(second)).join('')).toBe('')
  await expect(submitButton(second)).toHaveAccessibleDescription(bookingForm.allRequired)
  const ids = await page.locator('form [id]').evaluateAll((all) => all.map((element) => element.id))
  expect(new Set(ids).size).toBe(ids.length)
  await page.goto('/nowhere')
  await page.goBack()
  expect(await getValues(form)).toEqual(someone)
})

test('open times fill the field, and a mistyped address gets a question, never a rejection', async ({
  form,
  page,
  shop,
}) => {
  const time = getField(form, 'appointment_time')
  const open = getOfferedTimes(form)
  const offered = (name: string) => open.getByRole('radio', { name, exact: true })
  await expect(open).toHaveCount(0)
  // Screen readers announce only a live region that existed before its text.
  const said = await form.locator('.times-label[aria-live=polite]').elementHandle()
  await fill(form, { appointment_date: date })
  await expect.poll(() => said?.textContent()).toBe(bookingForm.openTimes.open('Thursday, January 14'))
  await expect(open).toHaveAccessibleName(bookingForm.openTimes.open('Thursday, January 14'))
  await expect(open.getByRole('radio')).toHaveCount(17)

  // One stop for the Tab key: arrows choose.
  await time.focus()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(offered('9:00 AM')).toBeFocused({ timeout: 100 })
  }).toPass()
  await page.keyboard.press('ArrowRight')
  await expect(offered('9:30 AM')).toBeFocused()
  const chosen = open.locator('.choice:has(:checked)')
  await expect(chosen).toHaveCSS('outline-style', 'solid')
  // The focus ring is outside the ring of the chosen time.
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(chosen).toHaveCSS('outline-offset', '3px')
  await page.emulateMedia({ forcedColors: 'none' })
  await expect(time).toHaveValue('09:30')
  await page.keyboard.press('Tab')
  await expect(getField(form, 'referral_source')).toBeFocused()

  await offered('10:30 AM').click()
  await expect(time).toHaveValue('10:30')
  await expect(open.getByRole('radio', { checked: true })).toHaveAccessibleName('10:30 AM')

  const email = getField(form, 'email')
  await waitForLayout(page)
  await test.step('on blur', async () => {
    const question = bookingForm.didYouMean('daniel@gmail.com')
    await fill(form, { ...someone, email: 'daniel@gmial.com' })
    await email.focus()
    await page.keyboard.press('Tab')
    const button = form.getByRole('button', { name: question })
    await expect(button).toBeVisible()
    await expect(form.locator('[aria-live=polite]').filter({ hasText: question })).toHaveCount(1)
    await expect(email).toHaveAccessibleDescription(question)
    await expect(email).not.toHaveAttribute('aria-invalid')
    await expectAccessible(page)
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(email).toHaveValue('daniel@gmail.com')
    await expect(email).toBeFocused()
    await expect(button).toHaveCount(0)
  })

  // As a browser fills it in, or as typed before hydration: there was no blur.
  const typed = 'christopher.alexander.montgomery.fitzgerald@gmial.com'
  await email.evaluate((field: HTMLInputElement, address) => {
    field.value = address
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }, typed)
  await page.setViewportSize({ width: 320, height: 700 })
  await submitButton(form).click()
  await expect(
    form.getByRole('button', { name: bookingForm.didYouMean(typed.replace('gmial', 'gmail')) }),
  ).toBeVisible()
  expect(await getScrollWidth(page)).toBe(320)
  await expect(email).toBeFocused()
  expect(await getValues(form)).toEqual({ ...someone, email: typed })
  await submitButton(form).click()
  await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027 at 10:30')
  await expect.poll(async () => (await shop.mails()).join()).toContain(typed)

  await booking.bookAnother(form)
  await fill(form, { appointment_date: date })
  await expect(offered('9:30 AM')).toBeVisible()
  for (const taken of ['10:00', '10:30', '11:00'])
    await expect(open.getByRole('radio', { name: taken })).toHaveCount(0)
})

test.describe('on a phone', () => {
  // In one column, every message moves the button.
  test.use({ viewport: { width: 390, height: 844 } })

  test('the nearest times to a taken one appear in view, above the toast', async ({ form, page, shop }) => {
    const expectAboveToast = async (part: Locator) => {
      await expect(part).toBeInViewport({ ratio: 1 })
      await expect
        .poll(async () => {
          const [box, toast] = [await part.boundingBox(), await page.locator('.toast').boundingBox()]
          return box && toast && toast.y - (box.y + box.height)
        })
        .toBeGreaterThan(0)
    }
    await form.getByText(privacy.title).click()
    await send(form, { full_name: 'Daniel Reyes' })
    await expectAccessible(page)

    await test.step('the first click on the button counts even if a message appears above it', async () => {
      await fill(form, { ...someone, email: 'daniel@' })
      await getField(form, 'email').focus()
      await expect(getOfferedTimes(form)).toBeVisible()
      await submitButton(form).hover({ position: { x: 40, y: 4 } })
      await page.mouse.down()
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      )
      await page.mouse.up()
      await expect(getField(form, 'email')).toBeFocused()
    })

    await fill(form, someone)
    await booking.takeTime(shop.url, date, '10:30')
    const goOn = await holdRequests(page, '**/rpc/open_times*')
    await submitButton(form).click()
    await expect(form.getByRole('alert')).toContainText('Booking failed. Error: ')
    goOn()
    const nearest = form.getByRole('group', { name: bookingForm.openTimes.nearest('Thursday, January 14') })
    await expect(nearest.locator('.choice')).toHaveText(['9:00 AM', '9:30 AM', '11:30 AM'])
    await expectAboveToast(nearest)
    await expectAccessible(page)
    expect(await getValues(form)).toEqual(someone)

    await nearest.getByRole('radio', { name: '11:30' }).click()
    await expect(getField(form, 'appointment_time')).toHaveValue('11:30')
    await submitButton(form).click()
    const when = form.locator('.booked-when')
    await expect(when).toContainText('11:30 AM')
    await expect(getOfferedTimes(form)).toHaveCount(0)
    await expectAboveToast(when)
  })

  test('the nearest times don’t appear once another time is sent or booked', async ({ form, page, shop }) => {
    const offered = getOfferedTimes(form).getByRole('radio')
    for (const [moment, appointment_date] of [
      ['sent', '2027-01-14'],
      ['booked', '2027-01-15'],
    ] as const)
      await test.step(moment, async () => {
        await fill(form, { ...someone, appointment_date })
        await expect(offered).toHaveCount(17)
        await booking.takeTime(shop.url, appointment_date, '10:30')
        const answer = await holdRequests(page, '**/rpc/open_times*')
        await submitButton(form).click()
        await expect(form.getByRole('alert')).toContainText('Booking failed. Error: ')
        // They would show below an alert.
        await page.route('**/create-calendar-event', (route) => route.abort())
        const book = await holdRequests(page, '**/rest/v1/appointments*')
        await send(form, { appointment_time: '15:00' })
        await expect(submitButton(form)).toHaveText(bookingForm.submitting)
        if (moment === 'booked') {
          book()
          await booking.bookAnother(form)
          await fill(form, { appointment_date })
        }
        answer()
        await expect(offered).toHaveCount(moment === 'sent' ? 14 : 11)
        book()
        if (moment === 'sent') await expect(form.getByRole('region')).toBeVisible()
        await expect(form.getByRole('alert')).toBeVisible()
        await expect(form.getByText(bookingForm.openTimes.nearest(''))).toHaveCount(0)
        if (moment === 'sent') await booking.bookAnother(form)
        await page.unrouteAll()
      })
  })
})
