import type { ServerResponse } from 'node:http'
import { desk } from '../../copy/desk.ts'
import { ageKept, bookAsClient, day, expect, label, pathOf, phone, signIn, test } from './support/desk.ts'
import { startFront } from './support/front.ts'

test.use(phone)

const hourMs = 3_600_000

test('keeps a note, and what was typed while the line is away', async ({ page, shop, context }) => {
  const booked = await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await page.goto(pathOf(booked))
  const note = page.getByLabel('Note')
  await note.fill('Left shoulder low.')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(desk.faults.unreachable)).toBeVisible()
  await expect(note).toHaveValue('Left shoulder low.')
  await context.setOffline(false)
  await page.getByRole('button', { name: desk.sendAgain }).click()
  await expect(page.getByText(desk.appointment.noteSaved)).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(label(page, 'Priya Raman')).toContainText('Left shoulder low.')
})

test('what could not be read is not said to be unsent', async ({ page, shop, context }) => {
  await signIn(page, shop)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: desk.find }).click()
  const field = page.getByLabel(desk.finding.label)
  await expect(field).toBeVisible()
  await context.setOffline(true)
  await field.fill('Priya')
  await expect(page.getByText(desk.faults.unread)).toBeVisible()
})

test('what was loaded stays readable without a connection, which is said', async ({
  page,
  shop,
  context,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await context.setOffline(true)
  await expect(page.locator('.band')).toContainText('No connection since')
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await context.setOffline(false)
  await expect(page.locator('.band')).toBeHidden()
})

test('a day that was never loaded says that there is no connection, also while it tries again', async ({
  page,
  shop,
  context,
}) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await context.setOffline(true)
  await page.goto('/?desk#/day/2027-04-06')
  const fault = page.getByRole('main').getByText(desk.faults.unread)
  await expect(fault).toBeVisible()
  await page.waitForRequest(/agenda\?.*from=2027-03-29/)
  expect(await fault.isVisible()).toBe(true)
  await context.setOffline(false)
  await expect(page.getByRole('main').getByText(desk.day.noneTitle)).toBeVisible()
  await expect(fault).toBeHidden()
})

test('what was loaded is kept for a day, and of which day it is, is said', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await ageKept(page, 23 * hourMs)
  await page.route('**/rest/v1/rpc/*', (route) => route.abort())
  await page.goto('/?desk')
  await expect(page.locator('.band')).toContainText(/No connection since Nov 30, 11:\d\d.PM\./)
  await expect(page.locator('.day-sheet-head')).toContainText('as of Nov 30, 11:')
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await ageKept(page, 2 * hourMs)
  await page.goto('/?desk')
  await expect(page.getByText(desk.faults.unread)).toBeVisible()
  await expect(label(page, 'Priya Raman')).toBeHidden()
})

test.describe('with nobody booked', () => {
  test.use({ stoppableClock: true })

  test('a desk opens on today as it was loaded the day before, without a connection', async ({
    page,
    shop,
  }) => {
    await signIn(page, shop)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText('Tuesday, December 1')
    await expect(page.getByRole('main').getByText(desk.day.noneTitle)).toBeVisible()
    await page.goto('/robots.txt')
    await page.clock.fastForward(2 * hourMs)
    await page.route('**/rest/v1/rpc/*', (route) => route.abort())
    await page.goto('/?desk')
    await expect(heading).toHaveText('Wednesday, December 2')
    await expect(page.getByRole('main').getByText(desk.day.noneTitle)).toBeVisible()
    await expect(page.locator('.band')).toContainText('No connection since Dec 1')
  })
})

test.describe('on the home screen', () => {
  test.use({ serviceWorkers: 'allow' })

  test('the desk opens without a connection, as the day stood', async ({ page, shop, context }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await expect(label(page, 'Priya Raman')).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('desk-loaded'))).toContain('Priya Raman')
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: day.heading })).toBeVisible()
    await expect(label(page, 'Priya Raman')).toBeVisible()
    await expect(page.locator('.band')).toContainText('No connection since')
    // Until it has tried often enough to say that it failed, and begins anew.
    let failures = 0
    page.on('requestfailed', (request) => {
      if (request.url().includes('from=2026-11-23')) failures += 1
    })
    await expect.poll(() => failures).toBeGreaterThan(4)
    await page.reload()
    await expect(label(page, 'Priya Raman')).toBeVisible()
    // The page of the visitors has nothing to do with it.
    await expect(page.goto('/')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await context.setOffline(false)
    await page.goto('/?desk')
    await expect(label(page, 'Priya Raman')).toBeVisible()
    await expect(page.locator('.band')).toBeHidden()
  })

  test('the desk opens as it was kept where a gateway answers, or the line breaks in its document', async ({
    page,
    shop,
  }) => {
    let inPlace: ((outgoing: ServerResponse) => void) | undefined
    const front = await startFront(shop.url, ({ url }, outgoing) => {
      if (url === '/?desk') inPlace?.(outgoing)
      return url === '/?desk' && inPlace !== undefined
    })
    await page.goto(`${front.url}/?desk${new URL(shop.deskLink).hash}`)
    await page.getByRole('button', { name: desk.wayIn.open }).click()
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
