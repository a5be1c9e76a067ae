import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Nothing that axe finds, by the rules that it follows unless it is told others. */
export async function expectNoFaults(page: Page, options: RunOptions): Promise<void> {
  // Once for each document, which goes through many states.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const told = await page.evaluate(async (options) => {
    const here = globalThis as unknown as { axe: typeof axe }
    const { violations } = await here.axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)
  }, options)
  expect(told).toEqual([])
}

/**
 * Nothing that axe finds, the size of targets among it (WCAG 2.2, 2.5.8: 24 by 24 px or as far apart), which axe leaves
 * out unless it is asked for.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours in the middle of a movement are not those that are shown.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter(
        ({ playState, effect }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      )
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined)
  })
  await expectNoFaults(page, { rules: { 'target-size': { enabled: true } } })
}
