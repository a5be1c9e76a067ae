import { desk } from '#copy/desk.ts'
import { buildTargets, lackedBy } from '../support/lacking.ts'
import * as booking from './support/booking.ts'
import { phone, test } from './support/desk.ts'
import { waitForLayout } from './support/page.ts'
import { expect, watchErrors } from './support/test.ts'

interface Missing {
  globals: string[]
  members: [owner: string, names: string[]][]
}

/** Runs in the page, before its scripts. */
function takeAway({ globals, members }: Missing) {
  const all = globalThis as Record<string, unknown>
  type Holder = Record<string, unknown> & { prototype?: object }
  for (const [owner, names] of members) {
    const found = (all[owner] ?? (Intl as Record<string, unknown>)[owner]) as Holder | undefined
    for (const name of names) {
      // The static one, if there are both: `Response.json` is new, `json` of a response is old.
      const holder = typeof found?.[name] === 'function' ? found : found?.prototype
      if (holder) Reflect.deleteProperty(holder, name)
    }
  }
  for (const name of globals) delete all[name]
  /** Undoes the browser's own handling of an attribute. */
  const forget = (attribute: string, selector: string) =>
    addEventListener('DOMContentLoaded', () => {
      for (const element of document.querySelectorAll(selector)) element.removeAttribute(attribute)
    })
  if (!('popover' in HTMLElement.prototype)) forget('popover', '[popover]')
  if (!('name' in HTMLDetailsElement.prototype)) forget('name', 'details')
}

/** Runs in the page: there's no storage for the desk's data. */
function refuseToStore() {
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (key, value) {
    if (key !== 'desk-loaded') return setItem.call(this, key, value)
    Object.assign(globalThis, { hasRefused: true })
    throw new DOMException('', 'QuotaExceededError')
  }
}

const { globals, members } = lackedBy(await buildTargets())

test.describe('without any feature that one of the oldest browsers lacks', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(takeAway, {
      globals: [...globals],
      members: [...members].map(([owner, names]): [string, string[]] => [owner, [...names]]),
    }),
  )

  test('a tooltip shows, one answer is open, and a booking succeeds', async ({ page }) => {
    const tooltips = page.locator('.tooltip')
    // No tooltip is in a sentence before hydration.
    const scripts = '**/assets/*.js'
    await page.route(scripts, (route) => route.abort())
    await page.goto('/')
    await expect(tooltips.first()).not.toHaveAttribute('popover')
    await expect(tooltips.filter({ visible: true })).toHaveCount(0)
    await page.unroute(scripts)
    const errors = watchErrors(page)
    const form = await booking.openForm(page)
    await form.locator('.tooltip-trigger').hover()
    await expect(form.getByRole('tooltip')).toBeVisible()
    await waitForLayout(page)
    await form.locator('.privacy summary').click()
    await page.locator('.faq summary').first().click()
    await page.locator('.faq summary').last().click()
    await expect(page.locator('.faq details[open]')).toHaveCount(1)
    await expect(form.locator('.privacy')).toHaveAttribute('open')
    await booking.fill(form, booking.someone)
    await expect(booking.getOfferedTimes(form)).toBeVisible()
    await booking.submitButton(form).click()
    await expect(booking.successToast(page)).toBeVisible()
    const booked = form.getByRole('region')
    await expect(booked).toContainText('Thursday, January 14, 2027 at 10:30')
    // In Safari and Firefox, sections have their average height at first.
    await expect(booked).toHaveCSS('content-visibility', 'visible')
    await expect(form.getByRole('alert')).toHaveCount(0)
    expect(errors).toEqual([])
  })

  test.describe('at the desk', () => {
    test.use(phone)

    test('the owner sees a client on the day and adds a booking, and nothing is stored', async ({
      page,
      owner,
    }) => {
      await page.addInitScript(refuseToStore)
      const errors: string[] = []
      page.on('pageerror', (error) => errors.push(error.message))
      await owner.bookAsClient('Marcus Tillery', '10:00')
      await owner.signIn()
      await expect(owner.label('Marcus Tillery')).toContainText('10:00')
      await page.getByRole('button', { name: 'Add a booking' }).tap()
      await page.getByLabel(desk.adding.name).fill('Theo Park')
      await page.getByLabel(desk.adding.time, { exact: true }).fill('13:00')
      await page.getByRole('button', { name: 'Book', exact: true }).tap()
      await expect(owner.label('Theo Park')).toBeVisible()
      await page.waitForFunction(() => 'hasRefused' in globalThis)
      expect(errors).toEqual([])
    })
  })
})
