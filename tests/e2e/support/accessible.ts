import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { default as Axe, RunOptions } from 'axe-core'

// Less to compile, for each document, than the readable version.
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

async function findFaults(page: Page, options: RunOptions, within = 'html') {
  const find = () =>
    page.evaluate(
      async ([options, within]) => {
        const { axe } = globalThis as unknown as { axe?: typeof Axe }
        if (!axe) return null
        const { violations } = await axe.run(within, { ...options, resultTypes: ['violations'] })
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, target }) => ({ id, html, target: String(target) })),
        )
      },
      [options, within] as const,
    )
  const found = await find()
  if (found) return found
  // Once for each document, which goes through many states.
  await page.evaluate(source)
  const first = await find()
  if (!first) throw new Error('axe didn’t load')
  return first
}

export async function expectNoFaults(page: Page, options: RunOptions, within?: string): Promise<void> {
  expect(await findFaults(page, options, within)).toEqual([])
}

/**
 * Expects no axe violation, including target sizes (WCAG 2.2, 2.5.8), which axe checks only on request.
 * @param within - the only part that changed since the page was checked
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Colors in the middle of a transition don't count, so it ends now. The time of a notice, which is longer, runs on.
  await page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ playState, effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      const moves = playState === 'running' && target?.checkVisibility({ contentVisibilityAuto: true })
      return moves && Number(effect?.getComputedTiming().endTime) <= 1000
    })
    for (const animation of ending) animation.finish()
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  const options = { rules: { 'target-size': { enabled: true } } }
  const faults = await findFaults(page, options, within)
  // After the last click, a sticky bar may cover part of a control, which scrolls free of it.
  const covered = faults.find(({ id }) => id === 'target-size')
  if (!covered) return expect(faults).toEqual([])
  await page.locator(covered.target).evaluate((control) => control.scrollIntoView({ block: 'center' }))
  await expectNoFaults(page, options, within)
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
