import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** What axe finds, by the rules that it follows unless it is told others. */
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

/** Nothing that axe finds. */
export async function expectNoFaults(page: Page, options: RunOptions): Promise<void> {
  expect(await findFaults(page, options)).toEqual([])
}

const longestMovementMs = 1000

/**
 * Nothing that axe finds, the size of targets among it (WCAG 2.2, 2.5.8: 24 by 24 px or as far apart), which axe leaves
 * out unless it is asked for.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours in the middle of a movement are not those that are shown. Not waited for: what may never end, such as a
  // notice's time, which a pointer above it holds, and whatever moves where nothing is laid out.
  await page.evaluate((longestMs) => {
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      const endTime = effect?.getComputedTiming().endTime
      const target = effect instanceof KeyframeEffect ? effect.target : null
      const moves = playState === 'running' && target?.checkVisibility({ contentVisibilityAuto: true })
      return moves && typeof endTime === 'number' && endTime <= longestMs
    })
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  }, longestMovementMs)
  const options = { rules: { 'target-size': { enabled: true } } }
  const faults = await findFaults(page, options)
  // Wherever the last press left the page, a sticky bar may cover part of a control, which scrolls free of it.
  const covered = faults.find(({ id }) => id === 'target-size')
  if (!covered) return expect(faults).toEqual([])
  await page.locator(covered.target).evaluate((control) => control.scrollIntoView({ block: 'center' }))
  await expectNoFaults(page, options)
}

/**
 * What the browser tells a screen reader is wrong with what was entered. A control that must be filled and is not yet is
 * one of these for Chromium, unless the page says otherwise.
 */
export async function toldInvalid(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  await devtools.detach()
  const isInvalid = ({ name, value }: { name: string; value: { value?: unknown } }) =>
    name === 'invalid' && value.value !== 'false'
  return nodes.filter(({ properties }) => properties?.some(isInvalid)).map(({ name }) => String(name?.value))
}
