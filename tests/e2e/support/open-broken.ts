import type { Page } from '@playwright/test'
import { fieldOf, formOf } from './booking.ts'

/** The landing page after one of its components has thrown while React brought it to life. */
export async function openBroken(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { querySelector } = Document.prototype
    Document.prototype.querySelector = function (this: Document, selectors: string) {
      if (selectors.includes('"faq"')) throw new Error('The needle is lost')
      return querySelector.call(this, selectors)
    }
  })
  await page.goto('/')
  await fieldOf(formOf(page), 'full_name').focus()
  await page.locator('.lone-page').waitFor()
}
