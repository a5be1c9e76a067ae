import { fill, openForm, someone, submitButton } from './support/booking.ts'
import { expect, test } from './support/test.ts'

test.beforeEach(async ({ context }) => {
  // The calendar's own page is not ours to ask.
  await context.route('https://calendar.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Calendar</title>' }),
  )
})

/** Runs in the page: notes when the toast came and when the tab was opened, milliseconds of the page's own clock. */
function noteMoments(): void {
  const moments: { toast?: number; tab?: number } = {}
  Object.assign(globalThis, { moments })
  new MutationObserver(() => {
    if (document.querySelector('.toast')) moments.toast ??= performance.now()
  }).observe(document, { childList: true, subtree: true })
  const { open } = window
  window.open = (...where) => {
    moments.tab = performance.now()
    return open(...where)
  }
}

test('a second after the toast a new tab offers the event to the client, with no way back', async ({
  page,
  context,
}) => {
  await page.addInitScript(noteMoments)
  const form = await openForm(page)
  await fill(form, someone)
  const opened = context.waitForEvent('page')
  await submitButton(form).click()
  const tab = await opened
  await expect(page.getByRole('status')).toContainText('Appointment Booked!')
  const delay = await page.evaluate(() => {
    const { moments } = globalThis as unknown as { moments: { toast: number; tab: number } }
    return moments.tab - moments.toast
  })
  expect(delay).toBeGreaterThan(900)
  expect(delay).toBeLessThan(1800)
  await tab.waitForURL('https://calendar.google.com/**')
  const query = new URL(tab.url()).searchParams
  expect(query.get('action')).toBe('TEMPLATE')
  expect(query.get('dates')).toBe('20270114T163000Z/20270114T173000Z')
  expect(query.get('location')).toBe('1412 Example Street, Suite 200, Dallas, TX 75201')
  expect(query.get('text')).toBe('Consultation at Hollis & Crane')
  expect(await tab.evaluate(() => window.opener)).toBeNull()
})

test('when the browser blocks the tab, the links in the panel remain', async ({ page, context }) => {
  const form = await openForm(page)
  await fill(form, someone)
  // By then the browser no longer counts the tab as asked for by the click.
  await page.route('**/rest/v1/appointments*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 5500))
    await route.continue()
  })
  const notified = page.waitForResponse('**/send-appointment-notification')
  await submitButton(form).click()
  await notified
  // Looking at the page before this would count as a gesture of the visitor's.
  await page.waitForTimeout(1800)
  expect(context.pages()).toHaveLength(1)
  await expect(form.getByRole('region').getByRole('link', { name: 'Google' })).toBeVisible()
})
