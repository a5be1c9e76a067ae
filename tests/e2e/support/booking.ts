import type { Locator, Page } from '@playwright/test'
import { bookingForm, fieldTitles } from '#copy/booking-form.ts'
import { type FieldName, fieldNames } from '../../../booking/appointment.ts'

export type Values = Record<FieldName, string>

export const someone: Values = {
  full_name: 'Daniel Reyes',
  email: 'daniel.reyes@example.com',
  phone: '(214) 555-0177',
  appointment_date: '2027-01-14',
  appointment_time: '10:30',
  referral_source: 'friend',
}

export const calls = [
  '/rest/v1/appointments',
  '/functions/v1/create-calendar-event',
  '/functions/v1/send-appointment-notification',
]

export function getForm(page: Page, placement: 'book' | 'closing' = 'book'): Locator {
  return page.locator(`form#${placement}`)
}

export function getField(form: Locator, name: FieldName): Locator {
  return form.getByLabel(bookingForm.label(fieldTitles[name]), { exact: true })
}

export async function fill(form: Locator, values: Partial<Values>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const field = getField(form, name as FieldName)
    if (name === 'referral_source') await field.selectOption(value)
    else await field.fill(value)
  }
}

export async function getValues(form: Locator): Promise<Values> {
  const entries = fieldNames.map(async (name) => [name, await getField(form, name).inputValue()])
  return Object.fromEntries(await Promise.all(entries))
}

export const submitButton = (form: Locator) => form.locator('button[type=submit]')

export async function send(form: Locator, values: Partial<Values> = someone): Promise<void> {
  await fill(form, values)
  await submitButton(form).click()
}

/** After a booking, brings back the fields in place of the panel. */
export async function bookAnother(form: Locator): Promise<void> {
  await form.getByRole('button', { name: bookingForm.booked.again }).click()
  await getField(form, 'full_name').waitFor()
}

export const successToast = (page: Page) =>
  page.getByRole('status').locator('.toast').getByText(bookingForm.booked.toastTitle)

export const getOfferedTimes = (form: Locator) =>
  form.getByRole('group', { name: new RegExp(`^${bookingForm.openTimes.open('')}`) })

export const isHydrated = (part: Locator) =>
  part.page().locator('[data-island=hydrated]').filter({ has: part }).waitFor({ state: 'attached' })

/** Opens the page and hydrates the form. */
export async function openForm(page: Page): Promise<Locator> {
  await page.goto('/')
  const form = getForm(page)
  await form.evaluate((element) => element.scrollIntoView())
  await getField(form, 'full_name').focus()
  await isHydrated(form)
  return form
}

export function watchPosts(page: Page): string[] {
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  return posts
}

/** Another client books this time, without the page. */
export async function takeTime(shopUrl: string, date: string, time: string): Promise<void> {
  const other = { ...someone, full_name: 'Somebody Else', email: 'else@example.com' }
  const body = new URLSearchParams({ ...other, appointment_date: date, appointment_time: time })
  const { status } = await fetch(`${shopUrl}/book`, { method: 'POST', body })
  if (status !== 200) throw new Error(`Not booked: ${status}`)
}
