import type { Locator, Page } from '@playwright/test'
import { getField, getForm } from './booking.ts'

/** Waits for the layout of the whole page: from then on nothing moves without a cause. */
export const waitForLayout = (page: Page) => page.locator('footer.laid-out').waitFor({ state: 'attached' })

/** Waits for the page's own fonts, which load after its first picture. */
export const waitForFonts = (page: Page) =>
  page.waitForFunction(() => {
    const own = [...document.fonts].filter(({ family }) => /^"?(Besley|Libre Franklin)"?$/.test(family))
    return own.length === 2 && own.every(({ status }) => status === 'loaded')
  })

export const getScrollWidth = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

/** Where an element is, in tenths of pixels: Chromium sometimes measures 84 px as 84.00003. */
export async function getBox(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN }
  const tenths = (px: number) => Math.round(px * 10) / 10
  return {
    left: tenths(x),
    top: tenths(y),
    right: tenths(x + width),
    bottom: tenths(y + height),
    width: tenths(width),
    height: tenths(height),
  }
}

/** The number of lines of its text. */
export const countLines = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })

/** The landing page after one of its components threw during hydration. */
export async function openBroken(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { querySelector } = Document.prototype
    Document.prototype.querySelector = function (this: Document, selectors: string) {
      if (selectors.includes('"questions"')) throw new Error('The needle is lost')
      return querySelector.call(this, selectors)
    }
  })
  await page.goto('/')
  await getField(getForm(page), 'full_name').focus()
  await page.locator('.lone-page').waitFor()
}

/** Acts like Chrome's translation: wraps each text in an element, now and later. */
export function translate(page: Page): Promise<void> {
  return page.evaluate(() => {
    const translateAll = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('font, script, style')) continue
        const standIn = document.createElement('font')
        standIn.textContent = `${text.data}\u200b`
        text.replaceWith(standIn)
      }
    }
    translateAll()
    const everything = { childList: true, subtree: true, characterData: true }
    new MutationObserver(translateAll).observe(document.body, everything)
  })
}
