import type { Page } from '@playwright/test'

/** Resolves when the page's letters are its own: they come after its first picture. */
export function ownFonts(page: Page) {
  return page.waitForFunction(() => {
    const own = [...document.fonts].filter(({ family }) => /^"?(Besley|Libre Franklin)"?$/.test(family))
    return own.length === 2 && own.every(({ status }) => status === 'loaded')
  })
}
