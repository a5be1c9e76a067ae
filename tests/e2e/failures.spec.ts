import type { Page, Route } from '@playwright/test'
import { bookingForm } from '#copy/booking-form.ts'
import { errorPage, notFoundPage } from '#copy/pages.ts'
import { expectAccessible } from './support/accessible.ts'
import * as booking from './support/booking.ts'
import { openBroken } from './support/page.ts'
import { expect, stopClock, test, watchErrors } from './support/test.ts'

const { fill, openForm, send, someone, submitButton, successToast, getValues } = booking
const { failed } = bookingForm
const inserts = '**/rest/v1/appointments*'

const answering = (status: number, body: string) => (route: Route) =>
  route.fulfill({ status, body, contentType: 'application/json' })

const broken = answering(500, '{ "code": "XX000", "message": "The ledger is wet." }')

const toastLines = (page: Page) => page.locator('.toast p')

test('a lost connection or a browser error after the insert books once, and shows the success', async ({
  form,
  page,
  shop,
}) => {
  const expectFailed = async (reason: string) => {
    await expect(form.getByRole('alert')).toHaveText(failed.booking(reason))
    await expect(toastLines(page)).toHaveText([failed.toastTitle, failed.toastText(reason)])
    expect(await getValues(form)).toEqual(someone)
  }
  await test.step('before the insert', async () => {
    await fill(form, someone)
    await page.context().setOffline(true)
    await submitButton(form).click()
    await expectFailed(failed.unreachable)
    await page.context().setOffline(false)
  })
  await test.step('before its response: no one here knows whether it was booked', async () => {
    const loseAnswer = async (route: Route) => {
      await route.fetch()
      await route.abort('connectionreset')
    }
    await page.route(inserts, loseAnswer, { times: 1 })
    await submitButton(form).click()
    await expectFailed(failed.unanswered)
  })
  await submitButton(form).click()
  await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027 at 10:30')
  await expect(successToast(page)).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(1)
  expect((await shop.calendar()).match(/BEGIN:VEVENT/g)).toHaveLength(1)

  await page.locator('.toast').getByRole('button', { name: 'Close' }).click()
  await expect(page.locator('.toast')).toHaveCount(0)
  await booking.bookAnother(form)
  await page.route('**/functions/v1/*', (route) => route.abort())
  await fill(form, { ...someone, appointment_time: '12:30' })
  await page.evaluate(() => void Reflect.deleteProperty(globalThis, 'Response'))
  await submitButton(form).click()
  await expect(form.getByRole('alert')).toHaveText([
    failed.calendar(failed.unknown),
    failed.notification(failed.unknown),
  ])
  await expect(successToast(page)).toBeVisible()
  await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027 at 12:30')
})

test.describe('with an unreachable mail server', () => {
  test.use({ opensTab: true, stoppableClock: true, settings: { SMTP_URL: 'smtp://127.0.0.1:9' } })

  test('toast and tab follow alerts about calendar and notification, within 3 s when both hang', async ({
    form,
    page,
  }) => {
    const tab = page.context().waitForEvent('page')
    await page.route('**/create-calendar-event', broken)
    await send(form)
    const alerts = form.getByRole('alert')
    await expect(alerts).toHaveText([failed.calendar('The ledger is wet.'), /^Email sending failed: .+/])
    await expect(alerts.last()).not.toHaveText(/Unknown error occurred|Edge Function/)
    await expect(successToast(page)).toBeVisible()
    await (await tab).close()
    await booking.bookAnother(form)
    await fill(form, { full_name: 'Next' })
    await expect(alerts).toHaveCount(2)

    await page.unroute('**/create-calendar-event')
    const second = page.context().waitForEvent('page')
    await page.route('**/functions/v1/*', () => {})
    await fill(form, { ...someone, appointment_time: '12:30' })
    await stopClock(page)
    // The first toast closes.
    await page.clock.runFor(15_000)
    await expect(page.locator('.toast')).toHaveCount(0)
    const calendar = page.waitForRequest('**/create-calendar-event')
    const notification = page.waitForRequest('**/send-appointment-notification')
    await submitButton(form).click()
    await calendar
    await page.clock.runFor(2000)
    await notification
    await page.clock.runFor(999)
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.clock.runFor(1)
    await expect(successToast(page)).toBeVisible()
    const reason = failed.followUpUnanswered
    await expect(form.getByRole('alert')).toHaveText([failed.calendar(reason), failed.notification(reason)])
    await page.clock.runFor(1000)
    await second
  })
})

test.describe('with a fake clock', () => {
  test.use({ opensTab: true, stoppableClock: true })

  test('failing open times are requested four times, and a failed insert is reported at its own form', async ({
    page,
  }) => {
    let asked = 0
    await page.route('**/rpc/open_times*', (route) => {
      asked += 1
      if (asked <= 2) return route.fulfill({ status: 503, body: '{}' })
    })
    const form = await openForm(page)
    await stopClock(page)
    await test.step('the page gives up silently on open times', async () => {
      const { loading, failed } = bookingForm.openTimes
      const first = page.waitForRequest('**/rpc/open_times*')
      await fill(form, someone)
      await first
      await expect(form.getByText(loading)).toBeVisible()
      await expect(async () => {
        await page.clock.runFor(1000)
        expect(await form.getByText(failed).isVisible()).toBe(true)
      }).toPass({ intervals: [10] })
      expect(asked).toBe(4)
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0)
    })

    const posts = booking.watchPosts(page)
    await page.route(inserts, broken)
    await test.step('with the server’s message', async () => {
      await submitButton(form).click()
      await expect(toastLines(page)).toHaveText([failed.toastTitle, failed.toastText('The ledger is wet.')])
      await expect(form.getByRole('alert')).toHaveText(failed.booking('The ledger is wet.'))
      const spoken = page.locator('[role=alert], [role=status], [aria-live]')
      await expect(spoken.filter({ hasText: 'The ledger is wet.' }), 'announced once').toHaveCount(1)
      await expect(submitButton(form)).toHaveText(bookingForm.submit)
      await expect(submitButton(form)).toBeFocused()
      expect(await getValues(form)).toEqual(someone)
    })
    await test.step('without a message', async () => {
      await page.route(inserts, answering(502, '<html>Bad Gateway</html>'))
      await submitButton(form).click()
      await expect(form.getByRole('alert')).toHaveText(failed.booking(failed.unknown))
      await expect(toastLines(page)).toHaveText([failed.toastTitle, failed.unknown])
      await expect(booking.getForm(page, 'closing').getByRole('alert')).toHaveCount(0)
    })
    await page.clock.runFor(5000)
    expect(posts).toEqual([booking.calls[0], booking.calls[0]])
    expect(page.context().pages()).toHaveLength(1)
    await page.unroute(inserts)
    await page.clock.resume()
    await submitButton(form).click()
    await expect(form.getByRole('region')).toBeVisible()
    await expect(form.getByRole('alert')).toHaveCount(0)
  })

  test('the browser submits the form when the script of the calls is missing, and after 10 s when it hangs', async ({
    page,
  }) => {
    const script = '**/assets/api-*.js'
    await test.step('missing', async () => {
      await page.route(script, (route) => route.abort())
      const form = await openForm(page)
      await fill(form, { ...someone, email: 'daniel@gmial.com' })
      await expect(form.getByRole('button', { name: /^Did you mean/ })).toBeVisible()
      // A click asks once more, instead of sending.
      await submitButton(form).click()
      await expect(booking.getField(form, 'email')).toBeFocused()
      // A gateway's error page would replace all entries.
      await page.route(/\/$/, answering(502, ''))
      await submitButton(form).click()
      await expect(form.getByRole('alert')).toContainText(failed.unreachable)
      await page.unroute(/\/$/)
      await submitButton(form).click()
      await page.waitForURL(/\/book\?appointment=/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(bookingForm.booked.toastTitle)
    })
    await test.step('hanging', async () => {
      await page.unroute(script)
      await page.route(script, () => {})
      const form = await openForm(page)
      await fill(form, { ...someone, appointment_time: '12:30' })
      await stopClock(page)
      await submitButton(form).click()
      await page.clock.runFor(9999)
      await expect(submitButton(form)).toHaveText(bookingForm.submitting)
      await page.clock.runFor(1)
      await page.waitForURL(/\/book\?appointment=/)
    })
  })

  test('the page finds a booking that got no response within 10 s, even after midnight', async ({
    form,
    page,
    shop,
  }) => {
    await page.route(inserts, async (route) => void (await route.fetch()), { times: 1 })
    await fill(form, { ...someone, appointment_date: '2026-12-02' })
    await stopClock(page)
    const insert = page.waitForRequest(inserts)
    await submitButton(form).click()
    await insert
    await expect.poll(() => shop.calendar()).toContain('DTSTART;TZID=America/Chicago:20261202T103000')
    await page.clock.runFor(9999)
    await expect(submitButton(form)).toHaveText(bookingForm.submitting)
    await page.clock.runFor(1)
    await expect(form.getByRole('alert')).toHaveText(failed.booking(failed.unanswered))

    shop.goAhead(2 * 3_600_000)
    await page.clock.runFor(3_600_000)
    await send(form, { appointment_time: '15:00' })
    const tooEarly = 'Preferred Date must be Thursday, December 3, 2026 or later.'
    await expect(form.getByText(tooEarly)).toBeVisible()
    await page.clock.resume()
    await send(form, { appointment_time: '10:30' })
    await expect(form.getByRole('region')).toContainText('Wednesday, December 2, 2026 at 10:30 AM')
    await expect(form.getByText(tooEarly)).toHaveCount(0)
  })
})

test('an unknown path and an unhandled error show their messages and the way back', async ({ page }) => {
  const lookOf = () =>
    page.locator('main').evaluate((main) => {
      const { backgroundImage, minHeight, display } = getComputedStyle(main)
      return { backgroundImage, minHeight, display }
    })
  const errors = watchErrors(page)
  const answer = await page.goto('/no/such/page?email=secret@example.com')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: '404' })).toBeAttached()
  await expect(page.getByText(notFoundPage.title)).toBeVisible()
  await expectAccessible(page)
  expect(errors.some((text) => text.includes('/no/such/page'))).toBe(true)
  expect(errors.join()).not.toContain('secret')
  const look = await lookOf()
  expect(look.backgroundImage).not.toBe('none')
  await page.getByRole('link', { name: notFoundPage.action }).click()
  await expect(page).toHaveURL(/\/$/)

  await openBroken(page)
  await expect(page.locator('h1')).toHaveText(errorPage.title)
  await expect(page.locator('body')).not.toContainText(/needle|\bat \w+ \(/)
  expect(await lookOf()).toEqual(look)
  await expect(page.getByRole('link', { name: 'Hollis & Crane' })).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  await expect(page.getByRole('link', { name: errorPage.action })).toHaveAttribute('href', '/')
})
