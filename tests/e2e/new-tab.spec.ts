import { bookingForm } from '../../copy/booking-form.ts'
import { calendarEvents } from '../../copy/emails.ts'
import { fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, stopClock, test } from './support/test.ts'

test.use({ opensTab: true })

test.beforeEach(async ({ context }) => {
  await context.route('https://calendar.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Calendar</title>' }),
  )
})

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  test('a second after the toast a new tab offers the event to the client, with no way back', async ({
    page,
    context,
  }) => {
    const form = await openForm(page)
    await fill(form, someone)
    await stopClock(page)
    await submitButton(form).click()
    await expect(page.getByRole('status')).toContainText(bookingForm.booked.toastTitle)
    await page.clock.runFor(999)
    expect(context.pages()).toHaveLength(1)
    const opened = context.waitForEvent('page')
    await page.clock.runFor(1)
    const tab = await opened
    await tab.waitForURL('https://calendar.google.com/**')
    const query = new URL(tab.url()).searchParams
    expect(query.get('action')).toBe('TEMPLATE')
    expect(query.get('dates')).toBe('20270114T163000Z/20270114T173000Z')
    expect(query.get('location')).toBe('1412 Example Street, Suite 200, Dallas, TX 75201')
    expect(query.get('text')).toBe(calendarEvents.client)
    expect(await tab.evaluate(() => window.opener)).toBeNull()
  })
})

test('when the browser blocks the tab, the links in the panel remain', async ({ page, context }) => {
  const { promise: asked, resolve: tellAsked } = Promise.withResolvers<void>()
  await page.exposeFunction('tellAsked', tellAsked)
  await page.addInitScript(() => {
    const { open } = window
    window.open = (...where) => {
      const tab = open(...where)
      ;(globalThis as unknown as { tellAsked(): void }).tellAsked()
      return tab
    }
  })
  const form = await openForm(page)
  await fill(form, someone)
  // By then the browser no longer counts the tab as asked for by the click.
  await page.route('**/rest/v1/appointments*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5500))
    await route.continue()
  })
  await submitButton(form).click()
  // Looking at the page before this would count as a gesture of the visitor's.
  await asked
  expect(context.pages()).toHaveLength(1)
  await expect(form.getByRole('region').getByRole('link', { name: 'Google' })).toBeVisible()
})
