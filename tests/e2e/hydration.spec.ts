import { formOf } from './support/booking.ts'
import { expect, test } from './support/test.ts'

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

test('a press that comes before React is done once React has come', async ({ page }) => {
  const { promise: pressed, resolve: press } = Promise.withResolvers<void>()
  await page.route('**/assets/hydrate-page-*.js', async (route) => {
    await pressed
    await route.continue()
  })
  await page.goto('/')
  const term = formOf(page).locator('.tooltip-trigger')
  await term.dispatchEvent('pointerover')
  await expect.poll(() => term.evaluate(isHeld)).toBe(true)
  await term.dispatchEvent('click')
  await expect(page.locator('[data-island=hydrated]')).toHaveCount(0)
  press()
  await expect(formOf(page).locator('.tooltip:popover-open')).toBeVisible()
})
