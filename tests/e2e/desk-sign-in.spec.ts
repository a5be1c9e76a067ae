import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { expectAccessible } from './support/accessible.ts'
import { deskLink, goTo, openDesk, phone, press, screen, signIn } from './support/desk.ts'
import { ageKept, kept, storedSession, waitForFirst } from './support/desk-device.ts'
import { comeBack, hold } from './support/desk-server.ts'
import { ownFonts } from './support/page.ts'
import { expect, stopClock, type TestShop, test } from './support/test.ts'

test.use(phone)

const stored = (page: Page) => page.evaluate(() => Object.keys(localStorage))

/** As from another phone. */
const requestLink = (page: Page) =>
  page.request.post('/auth/v1/otp', { headers: { apikey: 'public-demo-key' }, data: {} })

/** The link in the email that was requested. */
async function emailedLink(shop: TestShop): Promise<string> {
  const token = async () =>
    (await shop.mails())
      .join('')
      .replace(/=\r?\n/g, '')
      .match(/desk#([\w-]{43})/)?.[1]
  await expect.poll(token).toBeTruthy()
  return `/?desk#${await token()}`
}

/** Ends all sessions, as 'Sign out' on another phone does. */
async function endElsewhere(page: Page): Promise<void> {
  const { token } = await storedSession(page)
  const headers = { apikey: 'public-demo-key', authorization: `Bearer ${token}` }
  const ended = await page.request.post('/auth/v1/logout', { headers })
  expect(ended.status()).toBe(204)
}

const requestButton = (page: Page) => page.getByRole('button', { name: desk.wayIn.mail })

const bookButton = (page: Page) => page.getByRole('button', { name: desk.book })

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByText(desk.wayIn.ended)).toBeVisible()
  await expect(requestButton(page)).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await press(page, 'More')
  await press(page, 'Sign out')
}

test('a link opens the desk once, and leaves the address bar', async ({ page, shop, context }) => {
  await page.goto('/?desk')
  await expect(requestButton(page)).toBeVisible()
  // Pasted into the address bar of a tab that shows the desk.
  await page.goto(deskLink(shop))
  await expect(page.getByRole('heading', { level: 1, name: desk.wayIn.linkTitle })).toBeVisible()
  expect(page.url()).not.toContain(shop.deskLink.split('#')[1])
  expect(await stored(page)).toEqual([])
  // A link that couldn't be checked isn't called used.
  const busy = { code: '53000', message: 'Please try again shortly.' }
  await page.route('**/auth/v1/verify', (route) => route.fulfill({ status: 503, json: busy }))
  await press(page, desk.wayIn.open)
  await expect(page.getByRole('alert')).toHaveText('Please try again shortly.')
  await page.unroute('**/auth/v1/verify')
  await press(page, desk.wayIn.open)
  await expect(bookButton(page)).toBeVisible()
  const host = new URL(page.url()).hostname
  expect(await stored(page)).toContain(`sb-${host.split('.')[0]}-auth-token`)

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  const again = await context.newPage()
  await again.goto(deskLink(shop))
  await press(again, desk.wayIn.open)
  await expect(again.getByRole('heading', { level: 1, name: desk.wayIn.usedTitle })).toBeVisible()
  await expect(requestButton(again)).toBeVisible()
})

test('a link opens the desk after a session ended, which the desk reports', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto('/robots.txt')
  await endElsewhere(page)
  await requestLink(page)
  await page.goto(await emailedLink(shop))
  await press(page, desk.wayIn.open)
  await expect(bookButton(page)).toBeVisible()

  await waitForFirst(page)
  await ageKept(page, 3_600_000)
  await endElsewhere(page)
  await page.goto('/?desk')
  await expectSignedOut(page)
})

test('without a link the owner requests one, once, and signs in with it', async ({ page, shop }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  const clickTwice = (name: string) =>
    page.getByRole('button', { name }).evaluate((verb: HTMLElement) => [verb.click(), verb.click()])
  await page.goto('/?desk')
  await ownFonts(page)
  await clickTwice(desk.wayIn.mail)
  await expect(page.getByText(desk.wayIn.mailedTitle)).toBeVisible()
  await page.goto('about:blank')
  await page.goto(await emailedLink(shop))
  await clickTwice(desk.wayIn.open)
  await expect(bookButton(page)).toBeVisible()
  expect(sent.filter((path) => path.startsWith('/auth/'))).toEqual(['/auth/v1/otp', '/auth/v1/verify'])
})

test('on the home screen, where links open elsewhere, a copied link signs in', async ({ page, shop }) => {
  await page.addInitScript(() => {
    const { matchMedia } = globalThis
    globalThis.matchMedia = (query) => matchMedia(query === '(display-mode: standalone)' ? 'all' : query)
  })
  await page.goto('/?desk')
  await press(page, desk.wayIn.mail)
  const link = `${shop.url}${await emailedLink(shop)}`
  const field = page.getByLabel(desk.wayIn.pasted)
  await field.fill(link.slice(0, -1))
  await press(page, desk.wayIn.open)
  await expect(page.getByRole('alert').filter({ hasText: desk.wayIn.noLink })).toBeVisible()
  await expectAccessible(page)
  await field.fill(` ${link} `)
  await press(page, desk.wayIn.open)
  await expect(bookButton(page)).toBeVisible()
})

test('signing out ends all sessions and links, and empties the device', async ({ page, shop }) => {
  await signIn(page, shop)
  await requestLink(page)
  await page.goto('about:blank')
  // It isn't needed, so it isn't used.
  await page.goto(await emailedLink(shop))
  const ended = page.waitForRequest('**/auth/v1/logout?scope=global')
  await signOut(page)
  await ended
  await expectSignedOut(page)
  expect(await stored(page)).toEqual([])
})

test('signing out waits for no answer, and ends sessions with a new token', async ({ page, shop }) => {
  await signIn(page, shop)
  await storedSession(page, -3600)
  const seen = await hold(page, '**/auth/v1/logout**')
  const ended = page.waitForResponse('**/auth/v1/logout?scope=global')
  await signOut(page)
  await expectSignedOut(page)
  expect(await stored(page)).toEqual([])
  seen()
  expect((await ended).status()).toBe(204)
})

test('signing out without a connection says who is still signed in', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto('about:blank')
  await page.route(/open-session-.*\.js$|auth\/v1\/logout/, (route) => route.abort())
  await page.goto('/?desk')
  await signOut(page)
  await expect(requestButton(page)).toBeVisible()
  expect(await stored(page)).toEqual([])
  await expect(page.getByText(desk.signedOutHere)).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ stoppableClock: true })

  test('no loaded data is stored again after signing out', async ({ page, shop }) => {
    await openDesk(page, shop)
    await page.goto('about:blank')
    await page.goto('/?desk')
    await expect.poll(() => kept(page)).toContain('Priya Raman')
    // Its script loads now, because later the connection is lost.
    await press(page, 'More')
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await stopClock(page)
    let answers = 0
    page.on('response', (response) => {
      if (/rpc\/agenda/.test(response.url())) answers += 1
    })
    // The desk fetches every 30 s, unless it still waits for an answer.
    await expect(async () => {
      await page.clock.runFor(31_000)
      expect(answers).toBeGreaterThan(0)
    }).toPass()
    await page.route('**/*', (route) => route.abort())
    await press(page, 'Sign out')
    await expect.poll(() => kept(page)).toBeNull()
    await page.clock.runFor(40_000)
    expect(await kept(page)).toBeNull()
  })
})

test('two windows that renew their session together stay signed in', async ({ page, shop, context }) => {
  await signIn(page, shop)
  const other = await context.newPage()
  await page.goto('about:blank')
  await other.goto('/?desk')
  await expect(bookButton(other)).toBeVisible()
  const agendaOf = (window: Page) =>
    window.waitForResponse((answer) => /rpc\/agenda/.test(answer.url()) && answer.ok())
  const [asked, renewed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await other.route('**/token?grant_type=refresh_token', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await renewed.promise
    await route.fulfill({ response })
  })
  // The server's clock was slow, so this device doesn't know that its token has expired.
  shop.goAhead(2 * 60 * 60_000)
  await other.reload()
  await asked.promise
  const here = agendaOf(page)
  await page.goto('/?desk')
  await here
  const there = agendaOf(other)
  renewed.resolve()
  await there
  for (const window of [page, other]) await expect(bookButton(window)).toBeVisible()
})

test('an open form stays from a session that ended to the next', async ({ page, shop, context }) => {
  await signIn(page, shop)
  const note = page.getByLabel('Note')
  const name = page.getByLabel(desk.adding.name)
  const time = page.getByLabel(desk.adding.time, { exact: true })
  await goTo(page, 'book?at=10:00')
  await name.fill('Walk-in')
  await note.fill('Left shoulder low.')
  await time.fill('10:45')
  await endElsewhere(page)
  await comeBack(page)
  await expectSignedOut(page)
  await press(page, desk.wayIn.mail)
  const other = await context.newPage()
  await other.goto(await emailedLink(shop))
  await press(other, desk.wayIn.open)
  await expect(name).toHaveValue('Walk-in')
  await expect(note).toHaveValue('Left shoulder low.')
  await expect(time).toHaveValue('10:45')
  // A form that the owner leaves doesn't stay.
  await press(page, 'Back')
  await expect(page.getByRole('dialog')).toBeHidden()
  await goTo(page, 'book?at=10:00')
  await expect(name).toHaveValue('')
})

test.describe('on a screen', () => {
  test.use(screen)

  test('an open form is gone after signing out', async ({ page, shop }) => {
    await signIn(page, shop)
    await press(page, desk.book)
    await page.getByLabel(desk.adding.name).fill('Walk-in')
    await press(page, 'Sign out')
    await expect(requestButton(page)).toBeVisible()
    await expect(page.getByLabel(desk.adding.name)).toHaveCount(0)
  })
})

test('the booking page loads nothing of the desk', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asked.filter((path) => path.includes('desk'))).toEqual([])
})
