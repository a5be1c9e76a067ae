import type { Page, Route } from '@playwright/test'
import { bookingForm } from '../../copy/booking-form.ts'
import { errorPage } from '../../copy/pages.ts'
import { fieldOf, fill, openForm, someone, submitButton, takeTime, valuesOf } from './support/booking.ts'
import { openBroken } from './support/open-broken.ts'
import { expect, hold, stopClock, test } from './support/test.ts'

test.use({ opensTab: true })

function failing(status: number, body: string, contentType = 'application/json') {
  return (route: Route) => route.fulfill({ status, body, contentType })
}

/** Whether the insert was done, nobody here knows. */
const unanswered = bookingForm.failed.unanswered

const broken = JSON.stringify({ code: 'XX000', message: 'The ledger is wet.', details: null, hint: null })

/** Runs in the page: as Chromium before 124 does. */
function abortAfterTime(): void {
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController()
    setTimeout(() => controller.abort(), ms)
    return controller.signal
  }
}

/** Runs in the page. */
function deleteResponse(): void {
  Reflect.deleteProperty(globalThis, 'Response')
}

function watchTabs(page: Page): string[] {
  const tabs: string[] = []
  page.context().on('page', (tab) => tabs.push(tab.url()))
  return tabs
}

test('a time taken a moment ago: values kept, the three nearest open times offered', async ({
  page,
  shop,
}) => {
  const form = await openForm(page)
  await fill(form, someone)
  await takeTime(shop.url, '2027-01-14', '10:30')
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toContainText('Booking failed. Error: ')
  expect(await valuesOf(form)).toEqual(someone)

  const nearest = form.getByRole('group', { name: `${bookingForm.openTimes.nearest} Thursday, January 14` })
  await expect(nearest.locator('.choice')).toHaveText(['9:30 AM', '11:30 AM', '9:00 AM'])
  await nearest.getByRole('radio', { name: '11:30' }).click()
  await expect(fieldOf(form, 'appointment_time')).toHaveValue('11:30')
  await submitButton(form).click()
  await expect(form.getByRole('region')).toContainText('11:30 AM')
})

test('the calendar fails: told, and the notification, toast and tab follow', async ({ page, shop }) => {
  const form = await openForm(page)
  const tab = page.context().waitForEvent('page')
  await page.route('**/create-calendar-event', failing(503, broken))
  await fill(form, someone)
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toHaveText('Calendar creation failed: The ledger is wet.')
  await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
  await tab
  expect((await shop.mails()).some((mail) => mail.includes('Daniel Reyes'))).toBe(true)
  await fill(form, { full_name: 'Next' })
  await expect(form.getByRole('alert')).toBeVisible()
})

test.describe('with a mail server that nobody runs', () => {
  test.use({ settings: { SMTP_URL: 'smtp://127.0.0.1:9' } })

  test('the notification fails: told, and the toast and tab follow', async ({ page }) => {
    const form = await openForm(page)
    const tab = page.context().waitForEvent('page')
    await fill(form, someone)
    await submitButton(form).click()
    await expect(form.getByRole('alert')).toHaveText(/^Email sending failed: .+/)
    await expect(form.getByRole('alert')).not.toHaveText(/Unknown error occurred|Edge Function/)
    await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
    await tab
  })
})

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  test('a failed insert: toast and alert with the server’s sentence, values kept, nothing after it', async ({
    page,
  }) => {
    const form = await openForm(page)
    const tabs = watchTabs(page)
    const functions: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/functions/v1/')) functions.push(request.url())
    })
    await page.route('**/rest/v1/appointments*', failing(500, broken))
    await fill(form, someone)
    await stopClock(page)
    await submitButton(form).click()

    const toast = page.getByRole('alert').locator('.toast')
    await expect(toast.locator('p')).toHaveText([bookingForm.failed.toastTitle, 'Error: The ledger is wet.'])
    await expect(form.getByRole('alert')).toHaveText('Booking failed. Error: The ledger is wet.')
    await expect(submitButton(form)).toHaveText(bookingForm.submit)
    await expect(submitButton(form)).toBeFocused()
    expect(await valuesOf(form)).toEqual(someone)
    await page.clock.runFor(5000)
    expect(functions).toEqual([])
    expect(tabs).toEqual([])
    await expect(page.getByText(bookingForm.booked.toastTitle)).toHaveCount(0)
  })

  test('calendar and notification hang: both are told within 3 s, and the tab still opens', async ({
    page,
  }) => {
    const form = await openForm(page)
    const tab = page.context().waitForEvent('page')
    await page.route('**/functions/v1/*', () => {})
    await fill(form, someone)
    await stopClock(page)
    const calendar = page.waitForRequest('**/create-calendar-event')
    const notification = page.waitForRequest('**/send-appointment-notification')
    await submitButton(form).click()
    await calendar
    await page.clock.runFor(2000)
    await notification
    await page.clock.runFor(999)
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
    await expect(form.getByRole('alert')).toHaveText([
      'Calendar creation failed: This is taking longer than usual. We’ll finish it for you.',
      'Email sending failed: This is taking longer than usual. We’ll finish it for you.',
    ])
    await page.clock.runFor(1000)
    await tab
  })

  for (const name of ['TimeoutError', 'AbortError']) {
    test(`an insert that hangs is given up after 10 s, where the browser calls that ${name}`, async ({
      page,
    }) => {
      if (name === 'AbortError') await page.addInitScript(abortAfterTime)
      const form = await openForm(page)
      await page.route('**/rest/v1/appointments*', () => {})
      await fill(form, someone)
      await stopClock(page)
      const insert = page.waitForRequest('**/rest/v1/appointments*')
      await submitButton(form).click()
      await insert
      await page.clock.runFor(9999)
      await expect(submitButton(form)).toHaveText('Booking...')
      await page.clock.runFor(1)
      await expect(form.getByRole('alert')).toHaveText(`Booking failed. Error: ${unanswered}`)
      await expect(submitButton(form)).toBeEnabled()
    })
  }

  test('the script of the calls hangs: the form is sent as without script after 10 s', async ({ page }) => {
    await page.route('**/assets/api-*.js', () => {})
    const form = await openForm(page)
    await fill(form, someone)
    await stopClock(page)
    await submitButton(form).click()
    await page.clock.runFor(9999)
    await expect(submitButton(form)).toHaveText('Booking...')
    await page.clock.runFor(1)
    await page.waitForURL(/\/book\?appointment=/)
  })

  test('an answer that is lost before midnight: sent again after it, the same is shown as booked, and nothing else is', async ({
    page,
    shop,
  }) => {
    const form = await openForm(page)
    await page.route('**/rest/v1/appointments*', async (route) => void (await route.fetch()), { times: 1 })
    await fill(form, { ...someone, appointment_date: '2026-12-02' })
    await stopClock(page)
    const insert = page.waitForRequest('**/rest/v1/appointments*')
    await submitButton(form).click()
    await insert
    await expect.poll(() => shop.calendar()).toContain('DTSTART;TZID=America/Chicago:20261202T103000')
    await page.clock.runFor(10_000)
    await expect(form.getByRole('alert')).toContainText(unanswered)

    shop.goAhead(2 * 3_600_000)
    await page.clock.runFor(3_600_000)
    await fill(form, { appointment_time: '15:00' })
    await submitButton(form).click()
    const tooEarly = 'Preferred Date must be Thursday, December 3, 2026 or later.'
    await expect(form.getByText(tooEarly)).toBeVisible()
    await fill(form, { appointment_time: '10:30' })
    await submitButton(form).click()
    await expect(form.getByRole('region')).toContainText('Wednesday, December 2, 2026 at 10:30 AM')
    await expect(form.getByText(tooEarly)).toHaveCount(0)
  })
})

test('nearest times that come once another is being booked are not offered', async ({ page, shop }) => {
  const form = await openForm(page)
  await fill(form, someone)
  await expect(form.getByRole('group', { name: /^Still open/ })).toBeVisible()
  await takeTime(shop.url, '2027-01-14', '10:30')
  const looked = await hold(page, '**/rpc/open_times*')
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toBeVisible()

  const booked = await hold(page, '**/rest/v1/appointments*')
  await fill(form, { appointment_time: '15:00' })
  const insert = page.waitForRequest('**/rest/v1/appointments*')
  await submitButton(form).click()
  await insert
  const answered = page.waitForResponse('**/rpc/open_times*')
  looked()
  await (await answered).finished()
  booked()
  await expect(form.getByRole('region')).toBeVisible()
  await expect(form.getByRole('group', { name: /^The nearest/ })).toHaveCount(0)
})

test('the line is lost under the insert: not told that nothing was sent, and the same is booked once', async ({
  page,
  shop,
}) => {
  const form = await openForm(page)
  const loseAnswer = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/rest/v1/appointments*', loseAnswer, { times: 1 })
  await fill(form, someone)
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toHaveText(`Booking failed. Error: ${unanswered}`)
  await expect(page.locator('.toast p')).toHaveText([bookingForm.failed.toastTitle, `Error: ${unanswered}`])
  await submitButton(form).click()
  await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027 at 10:30')
  expect((await shop.calendar()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
})

test('no connection: told in words, values kept, and booked once it is back', async ({ page }) => {
  const form = await openForm(page)
  await fill(form, someone)
  await page.context().setOffline(true)
  await submitButton(form).click()
  const unreachable = bookingForm.failed.unreachable
  await expect(form.getByRole('alert')).toHaveText(`Booking failed. Error: ${unreachable}`)
  await expect(page.locator('.toast p')).toHaveText([bookingForm.failed.toastTitle, `Error: ${unreachable}`])
  expect(await valuesOf(form)).toEqual(someone)
  await page.context().setOffline(false)
  await submitButton(form).click()
  await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(1)
})

test('the script of the calls never comes: the form is sent as without script', async ({ page }) => {
  await page.route('**/assets/api-*.js', (route) => route.abort())
  const form = await openForm(page)
  await fill(form, someone)
  // Not while the answer would be that of a gateway, in the place of everything that was typed.
  await page.route(/\/$/, failing(502, ''))
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toContainText('We couldn’t reach the shop.')
  await page.unroute(/\/$/)
  await submitButton(form).click()
  await page.waitForURL(/\/book\?appointment=/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(bookingForm.booked.toastTitle)
})

test('a failed insert without a sentence says so at its own form, until the next submit', async ({
  page,
}) => {
  const form = await openForm(page)
  await page.route('**/rest/v1/appointments*', failing(502, '<html>Bad Gateway</html>', 'text/html'), {
    times: 1,
  })
  await fill(form, someone)
  await submitButton(form).click()
  const { toastTitle, unknown } = bookingForm.failed
  await expect(page.locator('.toast p')).toHaveText([toastTitle, unknown])
  await expect(form.getByRole('alert')).toHaveText('Booking failed. Error: Unknown error occurred')
  await expect(page.locator('form#closing').getByRole('alert')).toHaveCount(0)
  await submitButton(form).click()
  await expect(form.getByRole('region')).toBeVisible()
  await expect(form.getByRole('alert')).toHaveCount(0)
})

test('an error that nobody handles: the words of the specification on the ground of the not-found page, and nothing of the error', async ({
  page,
}) => {
  await page.goto('/nowhere')
  const look = () =>
    page.locator('main').evaluate((main) => {
      const { backgroundImage, minHeight, display } = getComputedStyle(main)
      return { backgroundImage, minHeight, display }
    })
  const lookOfNotFound = await look()

  await openBroken(page)
  await expect(page.locator('h1')).toHaveText(errorPage.title)
  await expect(page.locator('body')).not.toContainText(/needle|\bat \w+ \(/)
  expect(lookOfNotFound.backgroundImage).not.toBe('none')
  expect(await look()).toEqual(lookOfNotFound)
  await expect(page.getByRole('link', { name: 'Hollis & Crane' })).toBeInViewport({ ratio: 1 })

  await page.getByRole('link', { name: errorPage.action }).click()
  await expect(page).toHaveURL(/\/$/)
})

for (const [what, reason, breakPage] of [
  ['the line is lost', bookingForm.failed.followUpUnanswered, () => {}],
  ['something of the browser’s own fails', bookingForm.failed.unknown, deleteResponse],
] as const)
  test(`${what} after the insert: it’s reported, and the success is shown`, async ({ page }) => {
    const form = await openForm(page)
    await page.route('**/functions/v1/*', (route) => route.abort())
    await fill(form, someone)
    await page.evaluate(breakPage)
    await submitButton(form).click()
    await expect(form.getByRole('alert')).toHaveText([
      `Calendar creation failed: ${reason}`,
      `Email sending failed: ${reason}`,
    ])
    await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()
    await expect(form.locator('.booked')).toContainText('Thursday, January 14, 2027 at 10:30')
  })
