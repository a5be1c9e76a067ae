import type { Locator, Page } from '@playwright/test'
import { appointmentPath } from '../../../booking/links.ts'
import { desk } from '../../../copy/desk.ts'
import { deskHours } from '../../../copy/desk-hours.ts'
import { expect, type TestShop, test as withShop } from './test.ts'

/** The desk opens on this day: the tests' clock says Tuesday, 10:30 PM, so it is the next one with a client. */
export const day = { date: '2026-12-03', heading: 'Thursday, December 3' }

const headers = { apikey: 'public-demo-key', 'content-type': 'application/json' }

export interface Booked {
  id: string
  appointment_date: string
}

/** A client's own booking, without the page. */
export async function bookAsClient(shop: TestShop, full_name: string, time: string, date = day.date) {
  const email = `${full_name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const answer = await fetch(`${shop.url}/rest/v1/appointments`, {
    method: 'POST',
    headers: { ...headers, prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' },
    body: JSON.stringify({
      full_name,
      email,
      // With the same number, one client would be on the other's second visit.
      phone: `(214) 555-${String(1000 + Number(time.replace(':', '')))}`,
      appointment_date: date,
      appointment_time: time,
      referral_source: 'google',
    }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Booked
}

export const pathOf = ({ appointment_date, id }: Booked) => appointmentPath(appointment_date, id)

/** Clicks the button of this name. */
export const press = (within: Page | Locator, name: string | RegExp) =>
  within.getByRole('button', { name, exact: true }).click()

/** The link that the server printed at its start. */
export const deskLink = (shop: TestShop) => shop.deskLink.replace(/^.*(?=\/\?desk)/, '')

export async function signIn(page: Page, shop: TestShop): Promise<void> {
  await page.goto(deskLink(shop))
  await press(page, desk.wayIn.open)
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
}

/** Opens the desk on the day of its only client, who booked this time. */
export async function openDesk(page: Page, shop: TestShop, time = '12:30'): Promise<Booked> {
  const booked = await bookAsClient(shop, 'Priya Raman', time)
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  return booked
}

/** Goes to a view of the open desk, e.g. "book?at=10:00". */
export const goTo = (page: Page, view = '', date = day.date) => page.goto(`/?desk#/day/${date}/${view}`)

/** Saves the opening hours, which closes their view. */
export async function saveHours(page: Page): Promise<void> {
  await press(page, 'Save')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText(deskHours.saved)).toBeVisible()
}

export const label = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).first()

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const screen = { viewport: { width: 1440, height: 900 } }

export const test = withShop
export { expect }
