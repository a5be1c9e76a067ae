import type { Page } from '@playwright/test'
import { fieldOf, fill, formOf, laidOut, someone, submitButton, valuesOf } from './support/booking.ts'
import { expect, hold, stopClock, test } from './support/test.ts'
import { translate } from './support/translate.ts'

/** Runs in the page: presses on the form's first field as soon as React listens, before it has done anything else. */
function pressAsReactBegins(): void {
  const listen = EventTarget.prototype.addEventListener
  EventTarget.prototype.addEventListener = function (
    this: EventTarget,
    ...listener: Parameters<typeof listen>
  ) {
    listen.apply(this, listener)
    if (!(this instanceof Element) || this.id !== 'root' || listener[0] !== 'pointerdown') return
    EventTarget.prototype.addEventListener = listen
    queueMicrotask(() => {
      const field = document.querySelector('form [name=full_name]')
      field?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      const isReacts = Object.keys(field ?? {}).some((key) => key.startsWith('__reactFiber'))
      Object.assign(globalThis, { afterPress: isReacts ? 'hydrated' : 'left alone' })
    })
  }
}

test('a press while the page comes to life does not wait for all of it', async ({ page }) => {
  await page.addInitScript(pressAsReactBegins)
  await page.goto('/')
  const form = formOf(page)
  await form.scrollIntoViewIfNeeded()
  await page.locator('[data-island=hydrated]').filter({ has: form }).waitFor({ state: 'attached' })
  expect(await page.evaluate(() => (globalThis as { afterPress?: string }).afterPress)).toBe('left alone')
})

/** Runs in the page: whether what is pressed there is held back until React is ready. */
function isHeld(pressed: Element): boolean {
  let isHeard = false
  const hear = () => {
    isHeard = true
  }
  addEventListener('drop', hear)
  pressed.dispatchEvent(new Event('drop', { bubbles: true }))
  removeEventListener('drop', hear)
  return !isHeard
}

/** Opens the page, and holds back the last of the scripts that bring it to life until it is let go. */
async function openHeld(page: Page): Promise<() => void> {
  const letGo = await hold(page, '**/assets/hydrate-*.js')
  await page.goto('/')
  const term = formOf(page).locator('.tooltip-trigger')
  await term.dispatchEvent('pointerover')
  await expect.poll(() => term.evaluate(isHeld)).toBe(true)
  return letGo
}

test('a press that comes before React is done once React has come', async ({ page }) => {
  const letGo = await openHeld(page)
  await formOf(page).locator('.tooltip-trigger').dispatchEvent('click')
  await expect(page.locator('[data-island=hydrated]')).toHaveCount(0)
  letGo()
  await expect(formOf(page).locator('.tooltip:popover-open')).toBeVisible()
})

type Change = (page: Page) => Promise<void>

/** What others do to the page before React has come: it makes anew what it finds changed. */
const changes: Record<string, Change> = {
  'translated by the browser': translate,
  'with what an extension puts beside a field': (page) =>
    fieldOf(formOf(page), 'email').evaluate((field) => field.after(document.createElement('div'))),
}

for (const [changed, change] of Object.entries(changes)) {
  test(`${changed}, the page comes to life with what was typed, and where it was typed`, async ({ page }) => {
    const letGo = await openHeld(page)
    const form = formOf(page)
    await laidOut(page)
    await fill(form, someone)
    await fill(formOf(page, 'closing'), { full_name: 'Priya Raman' })
    await fieldOf(form, 'email').focus()
    await change(page)
    letGo()
    for (const part of [form, formOf(page, 'closing')])
      await page.locator('[data-island=hydrated]').filter({ has: part }).waitFor({ state: 'attached' })
    expect(await valuesOf(form)).toEqual(someone)
    await expect(fieldOf(form, 'email')).toBeFocused()
    await expect(fieldOf(formOf(page, 'closing'), 'full_name')).toHaveValue('Priya Raman')
    // What has been laid out stays so: otherwise the page would move under the visitor.
    await expect(page.locator('section:not(.laid-out)')).toHaveCount(0)
  })
}

test.describe('on a clock that the test winds', () => {
  test.use({ stoppableClock: true })

  for (const [changed, change] of [
    ['as it was', async () => {}],
    ['translated by the browser', translate],
  ] as const) {
    test(`${changed}, a form that is sent before React has come is sent by it, and not by the browser as well`, async ({
      page,
    }) => {
      const posts: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
      })
      const letGo = await openHeld(page)
      const form = formOf(page)
      await fill(form, someone)
      await change(page)
      await stopClock(page)
      await submitButton(form).click()
      letGo()
      const hasCome = async () => {
        await page.clock.runFor(10)
        return page.locator('[data-island=hydrated]').filter({ has: form }).count()
      }
      await expect.poll(hasCome).toBe(1)
      await expect(form.getByRole('region')).toContainText('Thursday, January 14, 2027 at 10:30')
      await page.clock.runFor(4000)
      await page.evaluate(() => fetch('/healthz'))
      expect(posts).toEqual([
        '/rest/v1/appointments',
        '/functions/v1/create-calendar-event',
        '/functions/v1/send-appointment-notification',
      ])
    })
  }
})
