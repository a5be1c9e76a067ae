import type { Page } from '@playwright/test'
import { bookingForm } from '../../copy/booking-form.ts'
import { desk } from '../../copy/desk.ts'
import { buildTargets, type Lacking, lackedBy } from '../support/lacking.ts'
import { fill, formOf, laidOut, openForm, someone, submitButton } from './support/booking.ts'
import { bookAsClient, label, phone, signIn } from './support/desk.ts'
import { expect, test } from './support/test.ts'

/** Takes from this browser what another does not have. Runs in the page, before its scripts. */
function takeAway({ globals, members }: { globals: string[]; members: [owner: string, names: string[]][] }) {
  const all = globalThis as Record<string, unknown>
  type Holder = Record<string, unknown> & { prototype?: object }
  for (const [owner, names] of members) {
    const found = (all[owner] ?? (Intl as Record<string, unknown>)[owner]) as Holder | undefined
    for (const name of names) {
      // The static one, where there are both: `Response.json` is young, `json` of a response is old.
      const holder = typeof found?.[name] === 'function' ? found : found?.prototype
      if (holder) Reflect.deleteProperty(holder, name)
    }
  }
  for (const name of globals) delete all[name]
  /** What the browser does by itself for an attribute. */
  const forget = (attribute: string, selector: string) =>
    addEventListener('DOMContentLoaded', () => {
      for (const element of document.querySelectorAll(selector)) element.removeAttribute(attribute)
    })
  if (!('popover' in HTMLElement.prototype)) forget('popover', '[popover]')
  if (!('name' in HTMLDetailsElement.prototype)) forget('name', 'details')
}

async function becomes(page: Page, { globals, members }: Lacking): Promise<void> {
  await page.addInitScript(takeAway, {
    globals: [...globals],
    members: [...members].map(([owner, names]) => [owner, [...names]] as [string, string[]]),
  })
}

const oldest = await buildTargets()

test('with what any of them lacks taken away, a remark shows, one answer is open, and a booking ends with its success', async ({
  page,
  shop,
}) => {
  await becomes(page, lackedBy(oldest))
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  const form = await openForm(page)
  await form.locator('.tooltip-trigger').hover()
  await expect(form.getByRole('tooltip')).toBeVisible()
  await laidOut(page)
  await form.locator('.privacy summary').click()
  await page.locator('.faq summary').first().click()
  await page.locator('.faq summary').last().click()
  await expect(page.locator('.faq details[open]')).toHaveCount(1)
  await expect(form.locator('.privacy')).toHaveAttribute('open')
  await fill(form, someone)
  await expect(form.getByRole('group', { name: /^Still open on/ })).toBeVisible()
  await submitButton(form).click()
  await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
  const booked = form.locator('.booked')
  await expect(booked).toContainText('Thursday, January 14, 2027 at 10:30')
  // In Safari and Firefox it would come with the height that sections have on average.
  await expect(booked).toHaveCSS('content-visibility', 'visible')
  await expect(form.getByText(bookingForm.failed.unknown)).toHaveCount(0)
  await expect.poll(() => shop.calendar()).toContain('DTSTART')
  expect(faults).toEqual([])
})

test('with what any of them lacks taken away, remarks stand in no sentence before the page comes to life', async ({
  page,
}) => {
  await becomes(page, lackedBy(oldest))
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  const form = formOf(page)
  await form.scrollIntoViewIfNeeded()
  await expect(form.locator('.tooltip-trigger')).toBeVisible()
  await expect(form.locator('.tooltip')).not.toHaveAttribute('popover')
  await expect(page.locator('.tooltip').filter({ visible: true })).toHaveCount(0)
})

test.describe('the desk, with what any of them lacks taken away', () => {
  test.use(phone)

  test('it opens on the day with a client, and a booking is written down', async ({ page, shop }) => {
    await becomes(page, lackedBy(oldest))
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(String(error)))
    await bookAsClient(shop, 'Marcus Tillery', '10:00')
    await signIn(page, shop)
    await expect(label(page, 'Marcus Tillery')).toContainText('10:00')
    await page.getByRole('button', { name: 'Add a booking' }).tap()
    await page.getByLabel(desk.adding.name).fill('Theo Park')
    await page.getByLabel(desk.adding.time, { exact: true }).fill('13:00')
    await page.getByRole('button', { name: 'Book', exact: true }).tap()
    await expect(label(page, 'Theo Park')).toBeVisible()
    expect(faults).toEqual([])
  })
})
