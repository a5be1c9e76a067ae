import { agreement, bookingForm } from '../../copy/booking-form.ts'
import { fieldOf, fill, openForm, someone, submitButton, valuesOf } from './support/booking.ts'
import { expect, hold, setHidden, stopClock, test } from './support/test.ts'

const calls = [
  '/rest/v1/appointments',
  '/functions/v1/create-calendar-event',
  '/functions/v1/send-appointment-notification',
]

test('a booking sends the three calls in order, asks no other host, and leaves an empty form', async ({
  page,
  shop,
}) => {
  const errors: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      errors.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => errors.push(error.message))
  const foreign: string[] = []
  const sent: { path: string; body: unknown; apikey: string | undefined }[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(shop.url) && !url.startsWith('data:')) foreign.push(url)
    if (request.method() !== 'POST') return
    sent.push({
      path: new URL(url).pathname,
      body: request.postDataJSON(),
      apikey: request.headers().apikey,
    })
  })
  const form = await openForm(page)
  const goOn = await hold(page, '**/rest/v1/appointments*')
  await fill(form, someone)
  const before = await submitButton(form).boundingBox()
  await submitButton(form).click()
  await expect(submitButton(form)).toHaveText('Booking...')
  await expect(submitButton(form)).toBeDisabled()
  const during = await submitButton(form).boundingBox()
  expect([during?.width, during?.height]).toEqual([before?.width, before?.height])
  goOn()
  await expect(page.getByRole('status').getByText(bookingForm.booked.toastTitle)).toBeVisible()

  expect(sent.map(({ path }) => path)).toEqual(calls)
  expect(new Set(sent.map(({ apikey }) => apikey))).toEqual(new Set(['public-demo-key']))
  expect(sent[0]?.body).toEqual(someone)
  expect(sent[1]?.body).toEqual({
    summary: 'Consultation: Daniel Reyes',
    description: 'Client: Daniel Reyes\nEmail: daniel.reyes@example.com\nPhone: (214) 555-0177',
    startDateTime: '2027-01-14T16:30:00.000Z',
    endDateTime: '2027-01-14T17:30:00.000Z',
    attendeeEmail: 'daniel.reyes@example.com',
  })
  expect(sent[2]?.body).toEqual({
    appointmentData: someone,
    calendarLink: expect.stringContaining('https://calendar.google.com/calendar/render?action=TEMPLATE'),
  })
  expect(await shop.calendar()).toContain('DTSTART')
  expect((await shop.mails()).some((mail) => mail.includes('Daniel Reyes'))).toBe(true)

  await expect(submitButton(form)).toHaveText(bookingForm.submit)
  await expect(submitButton(form)).toBeEnabled()
  expect(Object.values(await valuesOf(form)).join('')).toBe('')
  await expect(form.getByText(/^Still open/)).toHaveCount(0)
  expect(errors).toEqual([])
  expect(foreign).toEqual([])
})

test('success shows a toast that can be closed, and a panel that stays', async ({ page, shop }) => {
  const form = await openForm(page)
  await fill(form, someone)
  await submitButton(form).click()
  const toast = page.getByRole('status').locator('.toast')
  await expect(toast).toContainText(bookingForm.booked.toastTitle)
  await expect(toast).toContainText(bookingForm.booked.toastText)

  const panel = form.getByRole('region')
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('Thursday, January 14, 2027 at 10:30 AM, Dallas time')
  await expect(panel).toContainText('1412 Example Street, Suite 200, Dallas, TX 75201')
  await expect(panel.getByRole('link', { name: agreement.map })).toHaveAttribute('href', /google\.com\/maps/)
  await expect(panel.getByRole('link', { name: 'Google' })).toHaveAttribute('href', /20270114T163000Z/)
  await expect(panel.getByRole('link', { name: 'Outlook' })).toHaveAttribute('href', /outlook\.live\.com/)
  const download = page.waitForEvent('download')
  await panel.getByRole('link', { name: /\.ics/ }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).join('')
  expect(text).toContain('DTSTART;TZID=America/Chicago:20270114T103000')
  expect(text).toContain('DTEND;TZID=America/Chicago:20270114T113000')
  const [uid] = text.replaceAll('\r\n ', '').match(/^UID:.+$/m) ?? []
  expect((await shop.calendar()).replaceAll('\r\n ', '')).toContain(uid)

  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
  await expect(panel).toBeVisible()
})

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  test('a toast goes by itself, but not while it is pointed at, or focused, or another tab is in front', async ({
    page,
  }) => {
    const form = await openForm(page)
    await fill(form, someone)
    await stopClock(page)
    await submitButton(form).click()
    const toast = page.locator('.toast')
    await toast.hover()
    await page.clock.runFor(60_000)
    await expect(toast).toBeVisible()
    await page.mouse.move(5, 5)
    const close = toast.getByRole('button', { name: 'Close' })
    await close.focus()
    await page.clock.runFor(60_000)
    await expect(toast).toBeVisible()
    await close.blur()
    await setHidden(page, true)
    await page.clock.runFor(60_000)
    await expect(toast).toBeVisible()
    await setHidden(page, false)
    await page.clock.runFor(11_999)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(toast).toHaveCount(0)
  })
})

test('a double click, two submits in one moment, and Enter in the second form book once each', async ({
  page,
  shop,
}) => {
  const form = await openForm(page)
  let inserts = 0
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/appointments')) inserts += 1
  })
  await fill(form, someone)
  await submitButton(form).dblclick()
  await expect(form.getByRole('region')).toContainText('10:30')
  await expect(submitButton(form)).toBeEnabled()
  expect(inserts).toBe(1)

  await fill(form, { ...someone, full_name: 'Second', appointment_time: '12:00' })
  await form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })
  await expect(form.getByRole('region')).toContainText('12:00')
  await expect(submitButton(form)).toBeEnabled()
  expect(inserts).toBe(2)

  const closing = page.locator('form#closing')
  await fill(closing, { ...someone, full_name: 'Third', appointment_time: '15:00' })
  await fieldOf(closing, 'phone').press('Enter')
  await expect(closing.getByRole('region')).toContainText('January 14, 2027')
  expect((await shop.calendar()).match(/BEGIN:VEVENT/g)).toHaveLength(3)
})
