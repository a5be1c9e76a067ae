import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

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
  // Only what is wrong is told in full; no frame is there for which axe would need a page of its own.
  const axe = new AxeBuilder({ page })
    .options({ rules: { 'target-size': { enabled: true } }, resultTypes: ['violations'] })
    .setLegacyMode()
  const { violations } = await axe.analyze()
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)
  expect(told).toEqual([])
}
