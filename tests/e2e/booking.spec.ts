import type { Request } from '@playwright/test'
import { agreement, bookingForm } from '#copy/booking-form.ts'
import { calendarEvents } from '#copy/emails.ts'
import { answerPage } from '#copy/pages.ts'
import * as booking from './support/booking.ts'
import { expect, holdRequests, inMotion, setHidden, stopClock, test, watchErrors } from './support/test.ts'

const { getField, getForm, openForm, send, someone, submitButton, successToast, getValues } = booking

test.use(inMotion)

test('a booking sends three calls in order, and shows a toast and a panel', async ({ page, shop }) => {
  const errors = watchErrors(page)
  const requests: Request[] = []
  page.on('request', (request) => requests.push(request))
  const form = await openForm(page)
  const goOn = await holdRequests(page, '**/rest/v1/appointments*')
  await send(form)
  await expect(submitButton(form)).toHaveText(bookingForm.submitting)
  await expect(submitButton(form)).toBeDisabled()
  goOn()
  await expect(successToast(page)).toBeVisible()

  const sent = requests.filter((request) => request.method() === 'POST')
  expect(sent.map((request) => new URL(request.url()).pathname)).toEqual(booking.calls)
  expect(new Set(sent.map((request) => request.headers().apikey))).toEqual(new Set(['public-demo-key']))
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    someone,
    {
      summary: 'Consultation: Daniel Reyes',
      description: 'Client: Daniel Reyes\nEmail: daniel.reyes@example.com\nPhone: (214) 555-0177',
      startDateTime: '2027-01-14T16:30:00.000Z',
      endDateTime: '2027-01-14T17:30:00.000Z',
      attendeeEmail: 'daniel.reyes@example.com',
    },
    {
      appointmentData: someone,
      calendarLink: expect.stringContaining('https://calendar.google.com/calendar/render?action=TEMPLATE'),
    },
  ])
  expect((await shop.mails()).some((mail) => mail.includes('Daniel Reyes'))).toBe(true)

  await expect(submitButton(form)).toHaveText(bookingForm.submit)
  await expect(submitButton(form)).toBeEnabled()
  expect(Object.values(await getValues(form)).join('')).toBe('')
  await expect(booking.getOfferedTimes(form)).toHaveCount(0)

  const panel = form.getByRole('region')
  await expect(panel).toBeFocused()
  await expect(panel).toContainText('Thursday, January 14, 2027 at 10:30 AM, Dallas time')
  await expect(panel).toContainText('1412 Example Street, Suite 200, Dallas, TX 75201')
  for (const [name, href] of [
    [agreement.map, /google\.com\/maps/],
    [agreement.google, /20270114T163000Z/],
    [agreement.outlook, /outlook\.live\.com/],
  ] as const)
    await expect(panel.getByRole('link', { name })).toHaveAttribute('href', href)
  const download = page.waitForEvent('download')
  await panel.getByRole('link', { name: bookingForm.booked.file }).click()
  const text = (await (await (await download).createReadStream()).toArray()).join('')
  expect(text).toContain('DTSTART;TZID=America/Chicago:20270114T103000')
  expect(text).toContain('DTEND;TZID=America/Chicago:20270114T113000')
  const [uid] = text.replaceAll('\r\n ', '').match(/^UID:.+$/m) ?? []
  expect((await shop.calendar()).replaceAll('\r\n ', '')).toContain(uid)

  const toast = page.locator('.toast')
  await expect(toast).toContainText(bookingForm.booked.toastText)
  await toast.getByRole('button', { name: 'Close' }).click()
  await expect(toast).toHaveCount(0)
  await expect(panel).toBeVisible()
  await test.step('in print', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(panel).toBeVisible()
    await expect(getField(form, 'full_name')).toBeHidden()
    await expect(getForm(page, 'closing')).toBeHidden()
  })
  expect(errors).toEqual([])
  const foreign = requests.map((request) => request.url()).filter((url) => !/^data:/.test(url))
  expect(foreign.filter((url) => !url.startsWith(shop.url))).toEqual([])
})

test('the form books exactly once, however it is sent', async ({ form, page, shop }) => {
  await test.step('with the key of before', async () => {
    await page.locator('meta[name="anon-key"]').evaluate((meta: HTMLMetaElement) => {
      meta.content = 'the-key-of-before'
    })
    await send(form)
    await expect(successToast(page)).toBeVisible()
    await expect(form.getByRole('alert')).toHaveCount(0)
    expect((await shop.calendar()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  const posts = booking.watchPosts(page)
  const insertCount = () => posts.filter((path) => path === booking.calls[0]).length
  await test.step('a double click', async () => {
    await booking.bookAnother(form)
    await booking.fill(form, { ...someone, appointment_time: '12:00' })
    await submitButton(form).dblclick()
    await expect(form.getByRole('region')).toContainText('12:00')
    await expect(submitButton(form)).toBeEnabled()
    expect(insertCount()).toBe(1)
  })
  await test.step('two submits', async () => {
    await booking.bookAnother(form)
    await booking.fill(form, { ...someone, full_name: 'Second', appointment_time: '13:30' })
    await form.evaluate((element: HTMLFormElement) => {
      element.requestSubmit()
      element.requestSubmit()
    })
    await expect(form.getByRole('region')).toContainText('1:30')
    await expect(submitButton(form)).toBeEnabled()
    expect(insertCount()).toBe(2)
  })
  await test.step('Enter elsewhere', async () => {
    const closing = getForm(page, 'closing')
    await booking.bookAnother(closing)
    await booking.fill(closing, { ...someone, full_name: 'Third', appointment_time: '15:00' })
    await getField(closing, 'phone').press('Enter')
    await expect(closing.getByRole('region')).toContainText('January 14, 2027 at 3:00')
    expect((await shop.calendar()).match(/BEGIN:VEVENT/g)).toHaveLength(4)
  })
  await test.step('the invisible field bothers no one; filled in, it books nothing', async () => {
    await booking.bookAnother(form)
    const trap = form.locator('[name=website]')
    await expect(trap).toBeHidden()
    await getField(form, 'referral_source').focus()
    await page.keyboard.press('Tab')
    await expect(submitButton(form)).toBeFocused()

    await booking.fill(form, { ...someone, appointment_time: '09:00' })
    await trap.evaluate((field: HTMLInputElement) => {
      field.value = 'https://pills.example/'
    })
    await submitButton(form).click()
    await expect(page).toHaveURL(/\/book$/)
    await expect(page.locator('body')).toContainText(answerPage.honeypot)
    expect(await getValues(getForm(page))).toEqual({ ...someone, appointment_time: '09:00' })
    await submitButton(getForm(page)).click()
    await expect(page.locator('body')).toContainText('January 14, 2027 at 9:00')
    expect((await shop.calendar()).match(/BEGIN:VEVENT/g)).toHaveLength(5)
  })
})

test.describe('with a fake clock', () => {
  test.use({ stoppableClock: true, opensTab: true })

  test('a tab offers the event a second after the toast, which closes by itself', async ({
    page,
    context,
  }) => {
    await context.route('https://calendar.google.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Calendar</title>' }),
    )
    const form = await openForm(page)
    await booking.fill(form, someone)
    await stopClock(page)
    await submitButton(form).click()
    const toast = page.locator('.toast')
    await toast.hover()
    await expect(form.getByRole('region'), 'the panel comes after the toast').toHaveCount(0)
    await page.clock.runFor(999)
    await expect(form.getByRole('region')).toBeVisible()
    expect(context.pages()).toHaveLength(1)
    const opened = context.waitForEvent('page')
    await page.clock.runFor(1)
    const tab = await opened
    await tab.waitForURL('https://calendar.google.com/**')
    expect(Object.fromEntries(new URL(tab.url()).searchParams)).toMatchObject({
      action: 'TEMPLATE',
      dates: '20270114T163000Z/20270114T173000Z',
      location: '1412 Example Street, Suite 200, Dallas, TX 75201',
      text: calendarEvents.client,
    })
    expect(await tab.evaluate(() => window.opener)).toBeNull()
    await tab.close()

    const stays = async () => {
      await page.clock.runFor(60_000)
      await expect(toast).toBeVisible()
    }
    await stays()
    await page.mouse.move(5, 5)
    const close = toast.getByRole('button', { name: 'Close' })
    await close.focus()
    await stays()
    await close.blur()
    await setHidden(page, true)
    await stays()
    await setHidden(page, false)
    await page.clock.runFor(11_999)
    await expect(toast).toBeVisible()
    await page.clock.runFor(1)
    await expect(toast).toHaveCount(0)
  })
})
