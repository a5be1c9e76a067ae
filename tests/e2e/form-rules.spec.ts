import type { Page } from '@playwright/test'
import { dateWords } from '../../booking/time.ts'
import { bookingForm, fieldErrors } from '../../copy/booking-form.ts'
import { fieldOf, fill, labels, openForm, someone, submitButton, valuesOf } from './support/booking.ts'
import { expect, hold, test } from './support/test.ts'

function watchPosts(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  return posts
}

/** It is late on December 1 in Dallas, and December 2 in London. */
const tomorrowInDallas = '2026-12-02'

test('the form asks for six fields as specified, and says which are still needed', async ({ page }) => {
  const form = await openForm(page)
  await expect(form.locator('label')).toHaveText(Object.values(labels))
  await expect(fieldOf(form, 'email')).toHaveAttribute('type', 'email')
  await expect(fieldOf(form, 'phone')).toHaveAttribute('type', 'tel')
  await expect(fieldOf(form, 'phone')).toHaveAttribute('placeholder', '(555) 123-4567')
  await expect(fieldOf(form, 'appointment_date')).toHaveAttribute('type', 'date')
  await expect(fieldOf(form, 'appointment_date')).toHaveAttribute('min', tomorrowInDallas)
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('min', '09:00')
  await expect(fieldOf(form, 'appointment_time')).toHaveAttribute('max', '17:00')
  const options = fieldOf(form, 'referral_source').locator('option')
  expect(
    await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value)),
  ).toEqual(['', 'facebook', 'instagram', 'google', 'linkedin', 'tiktok', 'friend'])
  for (const name of Object.keys(labels) as (keyof typeof labels)[]) {
    await expect(fieldOf(form, name)).toHaveAttribute('aria-required', 'true')
  }

  // The line at the button says what is still needed.
  const button = submitButton(form)
  const rule = bookingForm.allRequired
  await expect(button).toHaveAccessibleDescription(rule)
  await fill(form, {
    full_name: 'D',
    email: 'd@example.com',
    appointment_date: '2027-01-14',
    referral_source: 'google',
  })
  await expect(button).toHaveAccessibleDescription('Still needed: Phone Number, Preferred Time')
  await fieldOf(form, 'phone').pressSequentially('2')
  await expect(button).toHaveAccessibleDescription('Still needed: Preferred Time')
  await fill(form, { appointment_time: '10:00' })
  await expect(button).toHaveAccessibleDescription(rule)
})

test('an empty field, or one of white space: submit does nothing and says nothing', async ({ page }) => {
  const posts = watchPosts(page)
  const form = await openForm(page)
  await fill(form, someone)
  const values = (Object.keys(labels) as (keyof typeof labels)[]).map((name) => [name, ''] as const)
  for (const [empty, value] of [...values, ['full_name', '   '] as const]) {
    await fill(form, { [empty]: value })
    await submitButton(form).click()
    await expect(fieldOf(form, empty)).toBeFocused()
    await expect(fieldOf(form, empty)).toHaveAttribute('aria-invalid', 'true')
    await expect(form.locator('[aria-invalid]')).toHaveCount(1)
    await expect(form.locator('.field-fault:not(:empty)')).toHaveCount(0)
    await expect(page.locator('.toast')).toHaveCount(0)
    await expect(form.getByRole('alert')).toHaveCount(0)
    await expect(submitButton(form)).toHaveText(bookingForm.submit)
    expect(posts).toEqual([])
    await fill(form, { [empty]: someone[empty] })
    await expect(form.locator('[aria-invalid]')).toHaveCount(0)
  }
})

const malformed = {
  email: ['daniel@', fieldErrors.email],
  phone: ['555', fieldErrors.phone],
  appointment_date: ['2020-01-14', `Preferred Date must be ${dateWords(tomorrowInDallas)} or later.`],
  appointment_time: ['17:01', 'Preferred Time must be between 9:00\u00a0AM and 5:00\u00a0PM.'],
} as const

test('a malformed field, whichever, gets one sentence on leaving it, and is not sent', async ({ page }) => {
  const posts = watchPosts(page)
  const form = await openForm(page)
  await fill(form, someone)
  for (const [name, [value, sentence]] of Object.entries(malformed)) {
    const field = fieldOf(form, name as keyof typeof malformed)
    await fill(form, { [name]: value })
    await field.focus()
    await field.blur()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(new RegExp(`^${RegExp.escape(sentence)}`))
    await expect(form.locator('.field-fault:not(:empty)')).toHaveCount(1)
    await submitButton(form).click()
    await expect(field).toBeFocused()
    await expect(form.getByRole('alert')).toHaveCount(0)
    expect(posts).toEqual([])
    await fill(form, { [name]: someone[name as keyof typeof malformed] })
    await expect(form.locator('.field-fault:not(:empty)')).toHaveCount(0)
    await expect(field).not.toHaveAttribute('aria-invalid')
  }

  // A half-entered date: its value is empty, and only the browser knows of it.
  await fill(form, { appointment_date: '' })
  await fieldOf(form, 'appointment_date').click({ position: { x: 20, y: 20 } })
  await page.keyboard.type('12')
  await fieldOf(form, 'phone').focus()
  await expect(form.getByText('Preferred Date is incomplete.')).toBeVisible()
  await submitButton(form).click()
  await expect(fieldOf(form, 'appointment_date')).toBeFocused()
  expect(posts).toEqual([])
})

test('the first click on the button counts although a sentence appears above it', async ({ page }) => {
  // In one column every sentence moves the button.
  await page.setViewportSize({ width: 390, height: 844 })
  const form = await openForm(page)
  await fill(form, someone)
  await fill(form, { email: 'daniel@' })
  await fieldOf(form, 'email').focus()
  await expect(form.getByRole('group', { name: /^Still open/ })).toBeVisible()
  await submitButton(form).hover({ position: { x: 40, y: 4 } })
  await page.mouse.down()
  await page.waitForTimeout(150)
  await page.mouse.up()
  await expect(fieldOf(form, 'email')).toBeFocused()
})

test('what was typed before the script runs is kept', async ({ page }) => {
  const held = await hold(page, '**/assets/*.js')
  await page.goto('/')
  const form = page.locator('form#book')
  await fill(form, { full_name: 'Typed Early', email: 'early@example.com', referral_source: 'tiktok' })
  held()
  await expect(form.locator('.sheet-note')).toHaveText(
    'Still needed: Phone Number, Preferred Date, Preferred Time',
  )
  expect(await valuesOf(form)).toMatchObject({
    full_name: 'Typed Early',
    email: 'early@example.com',
    referral_source: 'tiktok',
  })
})

test('the two forms are independent, and a visitor who comes back finds everything that was typed', async ({
  page,
}) => {
  const form = await openForm(page)
  await fill(form, someone)
  const second = page.locator('form#closing')
  expect(Object.values(await valuesOf(second)).join('')).toBe('')
  await expect(second.locator('.sheet-note')).toHaveText(bookingForm.allRequired)
  const ids = await page.locator('form [id]').evaluateAll((all) => all.map((element) => element.id))
  expect(new Set(ids).size).toBe(ids.length)
  await page.goto('/nowhere')
  await page.goBack()
  expect(await valuesOf(form)).toEqual(someone)
})
