import type { Page } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import type { Device } from '../../booking/owner-api.ts'
import { expectAccessible } from './support/accessible.ts'
import { expect, getPath, onPhone, test } from './support/desk.ts'

const words = desk.device

const device = onPhone.extend({
  serviceWorkers: 'allow',
  // A public host, as far as the server knows. No test sends it anything.
  pushNetwork: { lookup: (_host, _options, done) => done(null, '127.0.0.1', 4), port: 1, patienceMs: 60_000 },
})

/** Chromium has no push service without the internet, so this one subscribes as it would. */
function subscribeWithoutInternet(): void {
  const made = {
    endpoint: 'https://push.example/phone',
    keys: { p256dh: `B${'a'.repeat(86)}`, auth: 'b'.repeat(22) },
  }
  const kept = () => (localStorage.getItem('test-subscribed') ? subscription : null)
  const subscription = {
    ...made,
    toJSON: () => made,
    unsubscribe: async () => localStorage.removeItem('test-subscribed'),
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => kept(),
    subscribe: async () => {
      localStorage.setItem('test-subscribed', 'yes')
      return subscription
    },
  })
}

const the = (page: Page) => page.getByRole('switch', { name: words.title })

/** Each reason why a browser can't show notifications: what the desk says, and a script that causes it. */
const hindrances = [
  [words.blocked, "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })"],
  [words.none, 'delete globalThis.PushManager'],
  // An iPhone outside the home screen.
  [words.homeScreen, "Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })"],
] as const

device(
  'one click in More turns notifications on or off, and a browser that can’t show them says why',
  async ({ page, owner, context }) => {
    await context.grantPermissions(['notifications'])
    await context.addInitScript(subscribeWithoutInternet)
    await owner.openDesk()
    await owner.press(desk.more)
    await expect(the(page)).not.toBeChecked()
    await expectAccessible(page)
    await the(page).tap()
    await expect(the(page)).toBeChecked()
    await expectAccessible(page, 'dialog')
    const told = await owner.ask<Device>('device', {})
    expect(told).toEqual({
      key: expect.stringMatching(/^B[\w-]{86}$/),
      endpoint: 'https://push.example/phone',
    })
    await page.reload()
    await expect(the(page)).toBeChecked()
    // The session of a lost device has ended.
    await owner.ask('unsubscribe_device', {})
    await page.reload()
    await expect(the(page)).not.toBeChecked()
    await expect(the(page)).toBeEnabled()
    await the(page).focus()
    await page.keyboard.press('Space')
    await expect(the(page)).toBeChecked()
    await expect(the(page)).toBeEnabled()
    await the(page).tap()
    await expect(the(page)).not.toBeChecked()
    expect((await owner.ask<Device>('device', {})).endpoint).toBeNull()
    expect(await page.evaluate(() => localStorage.getItem('test-subscribed'))).toBeNull()

    await test.step('a browser without notifications says why in place of the switch', async () => {
      for (const [sentence, without] of hindrances) {
        await owner.leave()
        await page.evaluate(without)
        await owner.press(desk.more)
        await expect(owner.dialog.getByText(sentence)).toBeVisible()
        await expect(the(page)).toHaveCount(0)
        await expectAccessible(page, 'dialog')
      }
      // It has them again.
      await page.reload()
      await expect(the(page)).not.toBeChecked()
      await expect(the(page)).toBeEnabled()
    })
    await test.step('a device that is no longer told says so once, and at its switch', async () => {
      const notice = page.getByRole('status').filter({ hasText: words.endedTitle })
      await the(page).tap()
      await expect(the(page)).toBeChecked()
      // The browser unsubscribed. The push service says so to the server at the next booking.
      await page.evaluate(() => localStorage.removeItem('test-subscribed'))
      await owner.goTo()
      await page.reload()
      await expect(notice).toBeVisible()
      await expectAccessible(page)
      await owner.press(desk.news.open, notice)
      await expect(the(page)).not.toBeChecked()
      await expect(the(page)).toContainText(words.ended)
      await expectAccessible(page, 'dialog')
      await page.reload()
      await expect(the(page)).toContainText(words.ended)
      await expect(notice).toHaveCount(0)
      await the(page).tap()
      await expect(the(page)).toBeChecked()
      await expect(the(page)).toContainText(words.text)
      // After the owner switches it off, there's no notice.
      await the(page).tap()
      await expect(the(page)).not.toBeChecked()
      await page.reload()
      await expect(the(page)).not.toBeChecked()
      await expect(the(page)).toContainText(words.text)
    })
    await test.step('signing out ends them, even if the server doesn’t hear about it', async () => {
      await expect(the(page)).toBeEnabled()
      await the(page).tap()
      await expect(the(page)).toBeChecked()
      await page.route('**/auth/v1/logout**', (route) => route.abort())
      await owner.press(desk.signOut)
      await owner.press(new RegExp(`^${desk.signingOut.here}`))
      await expect(owner.button(desk.wayIn.mail)).toBeVisible()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('test-subscribed'))).toBeNull()
    })
  },
)

device('a notification names the booking, and a click opens it', async ({ page, owner, context, shop }) => {
  await context.grantPermissions(['notifications'])
  await owner.openDesk()
  const booked = await owner.bookAsClient('Iris Chan', '15:00', '2026-12-10')
  // The worker controls pages that open after it.
  await page.reload()
  await expect(owner.label('Priya Raman')).toBeVisible()
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const message = {
    title: desk.news.one('Iris Chan'),
    body: 'Thursday, December 10 at 3:00 PM',
    path: getPath(booked),
  }
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: shop.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/?desk')
      const all = (await registration?.getNotifications()) ?? []
      return all.map(({ title, body, data }) => ({ title, body, path: data }))
    })
  await expect.poll(shown).toEqual([message])
  const [worker] = context.serviceWorkers()
  await worker?.evaluate(`(async () => {
    const [notification] = await registration.getNotifications()
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
  await expect(page.getByRole('dialog', { name: 'Iris Chan' })).toBeVisible()
  await expect.poll(shown).toEqual([])
})
