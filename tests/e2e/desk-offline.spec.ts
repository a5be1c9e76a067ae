import type { ServerResponse } from 'node:http'
import { desk } from '../../copy/desk.ts'
import { day, deskLink, goTo, label, openDesk, pathOf, phone, press, signIn } from './support/desk.ts'
import { ageKept, kept } from './support/desk-device.ts'
import { abort, comeBack } from './support/desk-server.ts'
import { startFront } from './support/front.ts'
import { expect, test } from './support/test.ts'

test.use(phone)

const hourMs = 3_600_000

test('without a connection the desk keeps what is loaded and typed', async ({ page, shop, context }) => {
  const booked = await openDesk(page, shop)
  const banner = page.locator('.band')
  await press(page, 'More')
  await press(page, desk.find)
  const field = page.getByLabel(desk.finding.label)
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await field.fill('Priya')
  await expect(page.getByText(desk.faults.unread)).toBeVisible()
  await context.setOffline(false)
  await goTo(page)
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(banner).toBeHidden()

  await page.goto(pathOf(booked))
  const note = page.getByLabel('Note')
  await note.fill('Left shoulder low.')
  await context.setOffline(true)
  await press(page, 'Save')
  await expect(page.getByText(desk.faults.unreachable)).toBeVisible()
  await expect(note).toHaveValue('Left shoulder low.')
  await context.setOffline(false)
  await press(page, desk.sendAgain)
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await press(page, 'Back')
  await expect(label(page, 'Priya Raman')).toContainText('Left shoulder low.')

  await context.setOffline(true)
  await comeBack(page)
  await expect(banner).toContainText('No connection since')
  await expect(label(page, 'Priya Raman')).toBeVisible()
  // A day that was never loaded says it also while it is fetched again.
  await goTo(page, '', '2027-04-06')
  const error = page.getByRole('main').getByText(desk.faults.unread)
  await expect(error).toBeVisible()
  await comeBack(page)
  expect(await error.isVisible()).toBe(true)
  await context.setOffline(false)
  await expect(page.getByRole('main').getByText(desk.day.noneTitle)).toBeVisible()
  await expect(error).toBeHidden()
  await expect(banner).toBeHidden()
})

test('stored data is shown for a day, with its date', async ({ page, shop }) => {
  await openDesk(page, shop)
  await ageKept(page, 23 * hourMs)
  await abort(page, '*')
  await page.goto('/?desk')
  await expect(page.locator('.band')).toContainText(/No connection since Nov 30, 11:\d\d.PM\./)
  await expect(page.locator('.day-sheet-head')).toContainText('as of Nov 30, 11:')
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await ageKept(page, 2 * hourMs)
  await page.goto('/?desk')
  await expect(page.getByText(desk.faults.unread)).toBeVisible()
  await expect(label(page, 'Priya Raman')).toBeHidden()

  await page.unroute('**/rpc/*')
  await abort(page, 'opening')
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(desk.faults.unread)
})

test.describe('without clients', () => {
  test.use({ stoppableClock: true })

  test('the desk opens on today, as it was loaded the day before', async ({ page, shop }) => {
    await signIn(page, shop)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Tuesday, December 1')
    await expect(page.getByRole('main').getByText(desk.day.noneTitle)).toBeVisible()
    await page.goto('/robots.txt')
    await page.clock.fastForward(2 * hourMs)
    await abort(page, '*')
    await page.goto('/?desk')
    await expect(heading).toHaveText('Wednesday, December 2')
    await expect(page.getByRole('main').getByText(desk.day.noneTitle)).toBeVisible()
    await expect(page.locator('.band')).toContainText('No connection since Dec 1')
  })
})

test.describe('on the home screen', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the desk opens without a connection, as it was loaded', async ({ page, shop, context }) => {
    await openDesk(page, shop)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => kept(page)).toContain('Priya Raman')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: day.heading })).toBeVisible()
    await expect(label(page, 'Priya Raman')).toBeVisible()
    await expect(page.locator('.band')).toContainText('No connection since')
    // Until a fetch has failed for good, and another begins.
    let failures = 0
    page.on('requestfailed', (request) => {
      if (request.url().includes('from=2026-11-23')) failures += 1
    })
    await expect.poll(() => failures).toBeGreaterThan(3)
    await comeBack(page)
    await expect.poll(() => failures).toBeGreaterThan(4)
    await page.reload()
    await expect(label(page, 'Priya Raman')).toBeVisible()
    // The booking page has nothing to do with it.
    await expect(page.goto('/')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await context.setOffline(false)
    await page.goto('/?desk')
    await expect(label(page, 'Priya Raman')).toBeVisible()
    await expect(page.locator('.band')).toBeHidden()
  })

  test('the desk opens as stored when a gateway answers or the page breaks off', async ({ page, shop }) => {
    let inPlace: ((outgoing: ServerResponse) => void) | undefined
    const front = await startFront(shop.url, ({ url }, outgoing) => {
      if (url === '/?desk') inPlace?.(outgoing)
      return url === '/?desk' && inPlace !== undefined
    })
    await page.goto(`${front.url}${deskLink(shop)}`)
    await press(page, desk.wayIn.open)
    const add = page.getByRole('button', { name: desk.book })
    await expect(add).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    const failures = [
      (outgoing: ServerResponse) => outgoing.writeHead(502).end('Bad Gateway'),
      (outgoing: ServerResponse) => {
        outgoing.writeHead(200, { 'content-type': 'text/html', 'content-length': 10_000 })
        outgoing.write('<!doctype html><h1>The d', () => outgoing.destroy())
      },
    ]
    for (const failure of failures) {
      inPlace = failure
      await page.goto(`${front.url}/?desk`)
      await expect(add).toBeVisible()
    }
    await front.close()
  })
})
