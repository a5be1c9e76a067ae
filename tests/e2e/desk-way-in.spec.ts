import { bookAsClient, expect, phone, signIn, test } from './support/desk.ts'
import { ownFonts } from './support/fonts.ts'
import { stopClock } from './support/test.ts'

test.use(phone)

const sessionKeys = () => Object.keys(localStorage).filter((key) => /^sb-.+-auth-token$/.test(key))

test('a link opens the desk once, with one press, and leaves the address bar', async ({
  page,
  shop,
  context,
}) => {
  const link = shop.deskLink.replace(/^.*(?=\/\?desk)/, '')
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Your link is here' })).toBeVisible()
  expect(page.url()).not.toContain(link.split('#')[1])
  expect(await page.evaluate(sessionKeys)).toEqual([])
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByRole('button', { name: 'Add a booking' })).toBeVisible()
  const host = new URL(page.url()).hostname
  expect(await page.evaluate(sessionKeys)).toEqual([`sb-${host.split('.')[0]}-auth-token`])

  await context.clearCookies()
  await page.evaluate(() => localStorage.clear())
  const again = await context.newPage()
  await again.goto(link)
  await again.getByRole('button', { name: 'Open the desk' }).click()
  await expect(again.getByRole('heading', { level: 1, name: 'This link is used up' })).toBeVisible()
  await expect(again.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
})

test('a link opens the desk in the tab that shows it already, too', async ({ page, shop }) => {
  await page.goto('/?desk')
  await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
  // Typed or pasted into the address bar; only what stands behind the # is another.
  await page.goto(shop.deskLink.replace(/^.*(?=\/\?desk)/, ''))
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByRole('button', { name: 'Add a booking' })).toBeVisible()
  expect(page.url()).not.toContain(shop.deskLink.split('#')[1])
})

test('without a link one is mailed, and what it says comes in', async ({ page, shop }) => {
  await page.goto('/?desk')
  await ownFonts(page)
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByText('A link is on its way.')).toBeVisible()
  const token = () =>
    shop.mails().then(
      (mails) =>
        mails
          .join('')
          .replace(/=\r?\n/g, '')
          .match(/desk#([\w-]{43})/)?.[1],
    )
  await expect.poll(token).toBeTruthy()
  await page.goto('about:blank')
  await page.goto(`/?desk#${await token()}`)
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByRole('button', { name: 'Add a booking' })).toBeVisible()
})

test('signing out takes the session and what was loaded from the device', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  await expect(page.getByText('You are signed out.')).toBeVisible()
})

test('so does signing out where the script for it does not come', async ({ page, shop }) => {
  await signIn(page, shop)
  await page.goto('about:blank')
  await page.route('**/open-session-*.js', (route) => route.abort())
  await page.goto('/?desk')
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
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
    await stopClock(page)
    const seen = page.waitForResponse(/rpc\/agenda/)
    await page.clock.runFor(4000)
    await seen
    await page.route('**/*', (route) => route.abort())
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect.poll(loaded).toBeNull()
    await page.clock.runFor(10_000)
    expect(await loaded()).toBeNull()
  })

  test('signing out says that other devices are still signed in', async ({ page, shop }) => {
    await signIn(page, shop)
    await page.route('**/auth/v1/logout**', (route) => route.abort())
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
    await expect(page.getByText('Only this device is signed out')).toBeVisible()
  })
})

test('a session that is ended elsewhere is said', async ({ page, shop, context }) => {
  await signIn(page, shop)
  await expect(page.getByRole('button', { name: 'Close a time' })).toBeVisible()
  const session = await page.evaluate(
    () => Object.entries(localStorage).find(([key]) => /^sb-.+-auth-token$/.test(key))?.[1],
  )
  const { access_token } = JSON.parse(session ?? '{}')
  const headers = { apikey: 'public-demo-key', authorization: `Bearer ${access_token}` }
  const ended = await context.request.post('/auth/v1/logout', { headers })
  expect(ended.status()).toBe(204)
  await expect(page.getByText('You are signed out. A new link brings you back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mail me a link' })).toBeVisible()
})

test('the page of the visitors loads nothing of the desk', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(asked.filter((path) => path.includes('desk'))).toEqual([])
})
