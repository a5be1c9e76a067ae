import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

async function findFaults(page: Page, options: RunOptions) {
  // Once for each document, which goes through many states.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  return page.evaluate(async (options) => {
    const here = globalThis as unknown as { axe: typeof axe }
    const { violations } = await here.axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target }) => ({ id, html, target: String(target) })),
    )
  }, options)
}

export async function expectNoFaults(page: Page, options: RunOptions): Promise<void> {
  expect(await findFaults(page, options)).toEqual([])
}

/** Expects no axe violation, including target sizes (WCAG 2.2, 2.5.8), which axe checks only on request. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colors in the middle of a transition don't count. A notice's time may never end, because a pointer on it holds it.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      const moves = playState === 'running' && target?.checkVisibility({ contentVisibilityAuto: true })
      return moves && Number(effect?.getComputedTiming().endTime) <= 1000
    })
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const options = { rules: { 'target-size': { enabled: true } } }
  const faults = await findFaults(page, options)
  // After the last click, a sticky bar may cover part of a control, which scrolls free of it.
  const covered = faults.find(({ id }) => id === 'target-size')
  if (!covered) return expect(faults).toEqual([])
  await page.locator(covered.target).evaluate((control) => control.scrollIntoView({ block: 'center' }))
  await expectNoFaults(page, options)
}

/** Invalid for a screen reader: for Chromium that includes an empty required control, unless the page says otherwise. */
export async function getInvalid(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const isInvalid = ({ name, value }: { name: string; value: { value?: unknown } }) =>
    name === 'invalid' && value.value !== 'false'
  return nodes.filter(({ properties }) => properties?.some(isInvalid)).map(({ name }) => String(name?.value))
}
