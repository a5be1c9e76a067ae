import type { Page } from '@playwright/test'
import { desk } from '../../copy/desk.ts'
import { expectAccessible } from './support/accessible.ts'
import {
  ageKept,
  bookAsClient,
  expect,
  label,
  phone,
  screen,
  signIn,
  type TestShop,
  test,
  waitForFirst,
} from './support/desk.ts'
import { ownFonts } from './support/fonts.ts'
import { stopClock } from './support/test.ts'

test.use(phone)

const sessionKeys = () => Object.keys(localStorage).filter((key) => /^sb-.+-auth-token$/.test(key))

/** The link in the mail that was asked for. */
async function mailedLink(shop: TestShop): Promise<string> {
  const token = async () =>
    (await shop.mails())
      .join('')
      .replace(/=\r?\n/g, '')
      .match(/desk#([\w-]{43})/)?.[1]
  await expect.poll(token).toBeTruthy()
  return `/?desk#${await token()}`
}

/** As by 'Sign out' on another phone. */
async function endElsewhere(page: Page): Promise<void> {
  const session = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => /^sb-.+-auth-token$/.test(key))?.[1],
  )
  const { access_token } = JSON.parse(session ?? '{}')
  const headers = { apikey: 'public-demo-key', authorization: `Bearer ${access_token}` }
  const ended = await page.context().request.post('/auth/v1/logout', { headers })
  expect(ended.status()).toBe(204)
}

const saysEnded = (page: Page) => expect(page.getByText(desk.wayIn.ended)).toBeVisible()

test('a link opens the desk once, with one press, and leaves the address bar', async ({
  page,
  shop,
  context,
}) => {
  const link = shop.deskLink.replace(/^.*(?=\/\?desk)/, '')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: desk.wayIn.linkTitle })).toBeVisible()
  expect(page.url()).not.toContain(link.split('#')[1])
  expect(await page.evaluate(sessionKeys)).toEqual([])
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
  const host = new URL(page.url()).hostname
  expect(await page.evaluate(sessionKeys)).toEqual([`sb-${host.split('.')[0]}-auth-token`])

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  const again = await context.newPage()
  await again.goto(link)
  await again.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(again.getByRole('heading', { level: 1, name: desk.wayIn.usedTitle })).toBeVisible()
  await expect(again.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
})

test('a link that could not be looked at is not called used up, and opens the desk later', async ({
  page,
  shop,
}) => {
  await page.goto(shop.deskLink.replace(/^.*(?=\/\?desk)/, ''))
  const body = { code: '53000', message: 'Please try again shortly.' }
  await page.route('**/auth/v1/verify', (route) => route.fulfill({ status: 503, json: body }))
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('alert')).toHaveText('Please try again shortly.')
  await page.unroute('**/auth/v1/verify')
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
})

test('a link opens the desk in the tab that shows it already, too', async ({ page, shop }) => {
  await page.goto('/?desk')
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
  // Typed or pasted into the address bar; only what stands behind the # is another.
  await page.goto(shop.deskLink.replace(/^.*(?=\/\?desk)/, ''))
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
  expect(page.url()).not.toContain(shop.deskLink.split('#')[1])
})

test('a link opens the desk where a session that has ended elsewhere was left behind', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  // As on a telephone that was put away.
  await page.goto('/robots.txt')
  await endElsewhere(page)
  await page.request.post('/auth/v1/otp', { headers: { apikey: 'public-demo-key' }, data: {} })
  await page.goto(await mailedLink(shop))
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
  await endElsewhere(page)
  await saysEnded(page)
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
})

test('a link that was not needed lets nobody in once the owner has signed out', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.request.post('/auth/v1/otp', { headers: { apikey: 'public-demo-key' }, data: {} })
  await page.goto('about:blank')
  await page.goto(await mailedLink(shop))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await saysEnded(page)
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
})

test('without a link one is mailed, and what it says comes in', async ({ page, shop }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  // Both are pressed twice, which is no second wish.
  const pressTwice = (name: string) =>
    page.getByRole('button', { name }).evaluate((verb: HTMLElement) => [verb.click(), verb.click()])
  await page.goto('/?desk')
  await ownFonts(page)
  await pressTwice(desk.wayIn.mail)
  await expect(page.getByText(desk.wayIn.mailedTitle)).toBeVisible()
  await page.goto('about:blank')
  await page.goto(await mailedLink(shop))
  await pressTwice(desk.wayIn.open)
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
  expect(sent.filter((path) => path.startsWith('/auth/'))).toEqual(['/auth/v1/otp', '/auth/v1/verify'])
})

test('on the home screen, where no link opens, the copied one comes in', async ({ page, shop }) => {
  await page.addInitScript(() => {
    const { matchMedia } = globalThis
    globalThis.matchMedia = (query) => matchMedia(query === '(display-mode: standalone)' ? 'all' : query)
  })
  await page.goto('/?desk')
  await page.getByRole('button', { name: desk.wayIn.mail }).click()
  const link = `${shop.url}${await mailedLink(shop)}`
  const field = page.getByLabel(desk.wayIn.pasted)
  await field.fill(link.slice(0, -1))
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('alert').filter({ hasText: desk.wayIn.noLink })).toBeVisible()
  await expectAccessible(page)
  await field.fill(` ${link} `)
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
})

test('signing out takes the session and what was loaded from the device', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.getByRole('button', { name: 'More' }).click()
  // That of a lost telephone ends, too.
  const ended = page.waitForRequest('**/auth/v1/logout?scope=global')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await ended
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await expect(page.getByText(desk.wayIn.ended)).toBeVisible()
})

test('so does signing out where the script for it does not come', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto('about:blank')
  await page.route('**/open-session-*.js', (route) => route.abort())
  await page.goto('/?desk')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('signing out waits for no answer, and with a token that has run out it ends the others, too', async ({
  page,
  shop,
}) => {
  await signIn(page, shop)
  await page.evaluate(() => {
    const [key = '', stored = ''] =
      Object.entries(localStorage).find(([name]) => /^sb-.+-auth-token$/.test(name)) ?? []
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored), expires_at: 1 }))
  })
  const seen = Promise.withResolvers<void>()
  await page.route('**/auth/v1/logout**', async (route) => {
    await seen.promise
    await route.continue()
  })
  const ended = page.waitForResponse('**/auth/v1/logout?scope=global')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await saysEnded(page)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  seen.resolve()
  expect((await ended).status()).toBe(204)
})

test.describe('with the line away', () => {
  test.use({ stoppableClock: true })

  test('nothing that was loaded comes back to the device after signing out', async ({ page, shop }) => {
    await bookAsClient(shop, 'Priya Raman', '12:30')
    await signIn(page, shop)
    await page.goto('about:blank')
    await page.goto('/?desk')
    const loaded = () => page.evaluate(() => localStorage.getItem('desk-loaded'))
    await expect.poll(loaded).toContain('Priya Raman')
    // Fetched now: later the connection is gone.
    await page.getByRole('button', { name: 'More' }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await stopClock(page)
    let answers = 0
    page.on('response', (response) => {
      if (/rpc\/agenda/.test(response.url())) answers += 1
    })
    // The desk asks again every 30 s, unless it still waits for an answer.
    await expect(async () => {
      await page.clock.runFor(31_000)
      expect(answers).toBeGreaterThan(0)
    }).toPass()
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(loaded).toBeNull()
    await page.clock.runFor(40_000)
    expect(await loaded()).toBeNull()
  })

  test('signing out says that other devices are still signed in', async ({ page, shop }) => {
    await signIn(page, shop)
    await page.route('**/auth/v1/logout**', (route) => route.abort())
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
    await expect(page.getByText(desk.signedOutHere)).toBeVisible()
  })
})

test('a clock that is set signs nobody out', async ({ page, shop }) => {
  await signIn(page, shop)
  // The server's clock was behind; this device takes its token for fresh.
  shop.goAhead(2 * 60 * 60_000)
  const renewed = page.waitForResponse((answer) => /rpc\/agenda/.test(answer.url()) && answer.ok())
  await page.reload()
  await renewed
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
})

test('nor does it where two windows renew their session at once', async ({ page, shop, context }) => {
  await signIn(page, shop)
  const other = await context.newPage()
  await page.goto('about:blank')
  await other.goto('/?desk')
  const add = (window: Page) => window.getByRole('button', { name: desk.book })
  await expect(add(other)).toBeVisible()
  const agendaOf = (window: Page) =>
    window.waitForResponse((answer) => /rpc\/agenda/.test(answer.url()) && answer.ok())
  const [asked, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await other.route('**/token?grant_type=refresh_token', async (route) => {
    const response = await route.fetch()
    asked.resolve()
    await stored.promise
    await route.fulfill({ response })
  })
  shop.goAhead(2 * 60 * 60_000)
  await other.reload()
  await asked.promise
  const renewed = agendaOf(page)
  await page.goto('/?desk')
  await renewed
  const goesOn = agendaOf(other)
  stored.resolve()
  await goesOn
  for (const window of [page, other]) await expect(add(window)).toBeVisible()
})

test('a session that is ended elsewhere is said', async ({ page, shop }) => {
  await signIn(page, shop)
  await endElsewhere(page)
  await saysEnded(page)
  await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
})

test('a session that was ended elsewhere is said when the desk is opened', async ({ page, shop }) => {
  await bookAsClient(shop, 'Priya Raman', '12:30')
  await signIn(page, shop)
  await expect(label(page, 'Priya Raman')).toBeVisible()
  await waitForFirst(page)
  await ageKept(page, 3_600_000)
  await endElsewhere(page)
  await page.goto('/?desk')
  await saysEnded(page)
})

test('what is typed in an open form stays when the session ends elsewhere and the next one begins', async ({
  page,
  shop,
  context,
}) => {
  await signIn(page, shop)
  const note = page.getByLabel('Note')
  const name = page.getByLabel(desk.adding.name)
  await page.goto('/?desk#/day/2026-12-03/book?at=10:00')
  await name.fill('Walk-in')
  await note.fill('Left shoulder low.')
  await page.getByLabel(desk.adding.time, { exact: true }).fill('10:45')
  await endElsewhere(page)
  await saysEnded(page)
  await page.getByRole('button', { name: desk.wayIn.mail }).click()
  const other = await context.newPage()
  await other.goto(await mailedLink(shop))
  await other.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(name).toHaveValue('Walk-in')
  await expect(note).toHaveValue('Left shoulder low.')
  await expect(page.getByLabel(desk.adding.time, { exact: true })).toHaveValue('10:45')
  // What is left by choice is not.
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.goto('/?desk#/day/2026-12-03/book?at=10:00')
  await expect(name).toHaveValue('')
})

test.describe('on a screen', () => {
  test.use(screen)

  test('what is typed is gone once the owner signs out', async ({ page, shop }) => {
    await signIn(page, shop)
    await page.getByRole('button', { name: desk.book }).click()
    await page.getByLabel(desk.adding.name).fill('Walk-in')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: desk.wayIn.mail })).toBeVisible()
    await expect(page.getByLabel(desk.adding.name)).toHaveCount(0)
  })
})

test('the page of the visitors loads nothing of the desk', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asked.filter((path) => path.includes('desk'))).toEqual([])
})
