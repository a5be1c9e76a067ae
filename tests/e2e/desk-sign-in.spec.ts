import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { expectAccessible } from './support/accessible.ts'
import {
  deskLink,
  expect,
  hold,
  type Owner,
  ownConnectionHeaders,
  phone,
  screen,
  test,
} from './support/desk.ts'
import { waitForFonts } from './support/page.ts'
import { openedAtEpochMs, type TestShop } from './support/test.ts'

test.use(phone)

const storedKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage))

/** The link in the only requested email. */
async function emailedLink(shop: TestShop): Promise<string> {
  const token = async () =>
    (await shop.mails())
      .join('')
      .replace(/=\r?\n/g, '')
      .match(/desk#([\w-]{43})/)?.[1]
  await expect.poll(token).toBeTruthy()
  return `/?desk#${await token()}`
}

/** Ends the session without this desk's knowledge, but no link. */
async function endElsewhere(page: Page, owner: Owner): Promise<void> {
  const authorization = `Bearer ${(await owner.session()).token}`
  const url = '/auth/v1/logout?scope=local'
  const ended = await page.request.post(url, { headers: { ...ownConnectionHeaders, authorization } })
  expect(ended.status()).toBe(204)
}

const requestButton = (page: Page) => page.getByRole('button', { name: desk.wayIn.mail })

const bookButton = (page: Page) => page.getByRole('button', { name: desk.book })

async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByText(desk.wayIn.ended)).toBeVisible()
  await expect(requestButton(page)).toBeVisible()
}

const pressTwice = (page: Page, name: string) =>
  page.getByRole('button', { name }).evaluate((verb: HTMLElement) => [verb.click(), verb.click()])

test('one emailed link opens the desk, which fetches nothing before that', async ({ page, shop, owner }) => {
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(sent.filter((path) => path.includes('desk'))).toEqual([])
  sent.length = 0
  await page.goto('/?desk')
  await waitForFonts(page)
  await pressTwice(page, desk.wayIn.mail)
  await expect(page.getByText(desk.wayIn.mailedTitle)).toBeVisible()
  // Pasted into the address bar of the desk's tab.
  const link = await emailedLink(shop)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: desk.wayIn.linkTitle })).toBeVisible()
  expect(page.url()).not.toContain(link.split('#')[1])
  expect(await storedKeys(page)).toEqual([])
  expect(sent.filter((path) => /^\/(auth|rest)\//.test(path))).toEqual(['/auth/v1/otp'])

  // A link that couldn't be checked isn't called used.
  const busy = { code: '53000', message: 'Please try again shortly.' }
  await page.route('**/auth/v1/verify', (route) => route.fulfill({ status: 503, json: busy }))
  await owner.press(desk.wayIn.open)
  await expect(page.getByRole('alert')).toHaveText(busy.message)
  await page.unroute('**/auth/v1/verify')
  sent.length = 0
  await pressTwice(page, desk.wayIn.open)
  await expect(bookButton(page)).toBeVisible()
  expect(sent.filter((path) => path.startsWith('/auth/'))).toEqual(['/auth/v1/verify'])
  expect(await storedKeys(page)).toContain('sb-127-auth-token')

  await test.step('another link replaces an expired session', async () => {
    await page.goto('/robots.txt')
    await endElsewhere(page, owner)
    await page.goto(deskLink(shop))
    await owner.press(desk.wayIn.open)
    await expect(bookButton(page)).toBeVisible()
  })
})

test('a link whose number sign a mail gateway encoded signs in, and a copied one does on the home screen', async ({
  page,
  shop,
  owner,
}) => {
  await page.goto(deskLink(shop).replace('#', '%23'))
  await owner.press(desk.wayIn.open)
  await expect(bookButton(page)).toBeVisible()
  expect(page.url()).not.toContain('%23')
  await page.goto('/?desk%23/day/2027-01-11')
  await expect(bookButton(page)).toBeVisible()
  expect(page.url()).toContain('/?desk#/day/2027-01-11')

  await test.step('on the home screen, a link copied from the email', async () => {
    await owner.press(desk.more)
    await owner.press(desk.signOut)
    await owner.press(new RegExp(`^${desk.signingOut.here}`))
    await expectSignedOut(page)
    await page.addInitScript(() => {
      const { matchMedia } = globalThis
      globalThis.matchMedia = (query) => matchMedia(query === '(display-mode: standalone)' ? 'all' : query)
    })
    await page.reload()
    await owner.press(desk.wayIn.mail)
    const link = `${shop.url}${await emailedLink(shop)}`
    const field = page.getByLabel(desk.wayIn.pasted)
    await field.fill(link.slice(0, -1))
    await owner.press(desk.wayIn.open)
    await expect(page.getByRole('alert').filter({ hasText: desk.wayIn.noLink })).toBeVisible()
    await expectAccessible(page)
    const wrapped = `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(link)}&data=05%7C02`
    await field.fill(`<${wrapped}>.`)
    await owner.press(desk.wayIn.open)
    await expect(bookButton(page)).toBeVisible()
  })
})

/**
 * Signs in on another device.
 * @returns whether it's still signed in
 */
async function signInElsewhere(page: Page, shop: TestShop): Promise<() => Promise<boolean>> {
  await page.request.post('/auth/v1/otp', { headers: ownConnectionHeaders, data: {} })
  const token_hash = (await emailedLink(shop)).split('#')[1]
  const data = { type: 'magiclink', token_hash }
  const session = await page.request.post('/auth/v1/verify', { headers: ownConnectionHeaders, data })
  const authorization = `Bearer ${(await session.json()).access_token}`
  return async () =>
    (await page.request.get('/auth/v1/user', { headers: { ...ownConnectionHeaders, authorization } })).ok()
}

test('signing out of this device keeps the others signed in', async ({ page, shop, owner }) => {
  await owner.signIn()
  const isSignedIn = await signInElsewhere(page, shop)
  await owner.press(desk.more)
  await owner.press(desk.signOut)
  const all = owner.button(new RegExp(`^${desk.signingOut.all(2)}`))
  await expect(all).toBeVisible()
  await expect(all).toBeInViewport({ ratio: 1 })
  await expectAccessible(page)
  const ended = page.waitForResponse('**/auth/v1/logout?scope=local')
  await owner.press(new RegExp(`^${desk.signingOut.here}`))
  await expectSignedOut(page)
  expect((await ended).status()).toBe(204)
  expect(await isSignedIn()).toBe(true)
})

test('signing out clears the device even offline, and ends all sessions', async ({ page, shop, owner }) => {
  await page.setViewportSize(screen.viewport)
  await owner.signIn()
  const isSignedIn = await signInElsewhere(page, shop)
  // It isn't needed, so it isn't used.
  await page.goto('about:blank')
  await page.goto('/?desk#another-link')
  await owner.press(desk.book)
  await owner.nameField.fill('Walk-in')
  const answer = await hold(page, '**/auth/v1/logout**')
  const ended = page.waitForResponse('**/auth/v1/logout?scope=global')
  await owner.press(desk.signOut)
  const all = owner.button(new RegExp(`^${desk.signingOut.all(2)}`))
  await expect(all).toBeVisible()
  await owner.session(-3600)
  await all.click()
  await expectSignedOut(page)
  await expect(owner.nameField).toHaveCount(0)
  expect(await storedKeys(page)).toEqual([])
  answer()
  // Sent with a new token.
  expect((await ended).status()).toBe(204)
  expect(await isSignedIn()).toBe(false)
})

const withClock = test.extend({ stoppableClock: true })

withClock('signing out says who stays signed in, and caches no data again', async ({ page, owner }) => {
  await owner.openDesk()
  // Its script loads now, because then the clock stops.
  await owner.press(desk.more)
  await owner.leave()
  await page.clock.pauseAt(openedAtEpochMs + 20 * 60_000)
  await owner.bookAsClient('Grace Lindholm', '15:00')
  await owner.comeBack()
  // Much less than the two seconds after which it's stored.
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(owner.label('Grace Lindholm')).toBeVisible({ timeout: 1 })
  }).toPass()
  await page.route(/\/(rpc|auth\/v1)\//, (route) => route.abort())
  await owner.press(desk.more)
  await owner.press(desk.signOut)
  await owner.press(new RegExp(`^${desk.signingOut.allUnknown}`))
  await expect(page.getByText(desk.signedOutHere)).toBeVisible()
  await page.clock.runFor(40_000)
  await expect(requestButton(page)).toBeVisible()
  expect(await storedKeys(page)).toEqual([])
})

test('two windows that refresh a session together stay signed in', async ({ page, shop, owner, context }) => {
  await owner.signIn()
  const other = await context.newPage()
  // Storing takes long, so the other window could ask for a token before it's done.
  await other.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      const end = performance.now() + 500
      while (key.endsWith('-auth-token') && performance.now() < end);
      setItem.call(this, key, value)
    }
  })
  await page.goto('about:blank')
  await other.goto('/?desk')
  await expect(bookButton(other)).toBeVisible()
  const agendaOf = (window: Page) =>
    window.waitForResponse((answer) => /rpc\/agenda/.test(answer.url()) && answer.ok())
  const waiting = () => page.evaluate(async () => (await navigator.locks.query()).pending?.length)
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
  await expect.poll(waiting).toBe(1)
  const there = agendaOf(other)
  renewed.resolve()
  await Promise.all([here, there])
  for (const window of [page, other]) await expect(bookButton(window)).toBeVisible()
})

test('a desk opened before the public key changed signs in, and an open form survives its session', async ({
  page,
  shop,
  owner,
  context,
}) => {
  await page.route('**/?desk', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace('public-demo-key', 'the-key-of-before')
    await route.fulfill({ response: answer, body })
  })
  await page.goto(deskLink(shop))
  await expect(page.locator('meta[name="anon-key"]')).toHaveAttribute('content', 'the-key-of-before')
  await owner.press(desk.wayIn.open)
  await expect(bookButton(page)).toBeVisible()
  await page.unroute('**/?desk')

  await owner.goTo('book?at=10:00')
  await owner.nameField.fill('Walk-in')
  await owner.note.fill('Left shoulder low.')
  await owner.timeField.fill('10:45')
  await endElsewhere(page, owner)
  await owner.comeBack()
  await expectSignedOut(page)
  await owner.press(desk.wayIn.mail)
  const other = await context.newPage()
  await other.goto(await emailedLink(shop))
  await other.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(owner.nameField).toHaveValue('Walk-in')
  await expect(owner.note).toHaveValue('Left shoulder low.')
  await expect(owner.timeField).toHaveValue('10:45')
  // A form that the owner leaves doesn't stay.
  await owner.leave()
  await owner.goTo('book?at=10:00')
  await expect(owner.nameField).toHaveValue('')

  await test.step('opened after its session expired, the desk says so', async () => {
    await owner.ageStored(3_600_000)
    await endElsewhere(page, owner)
    await page.goto('/?desk')
    await expectSignedOut(page)
  })
})
