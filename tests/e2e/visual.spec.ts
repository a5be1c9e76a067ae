import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page, TestInfo } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { fill, send, someone, submitButton } from './support/booking.ts'
import { openBroken, waitForFonts, waitForLayout } from './support/page.ts'
import { expect, holdRequests, test as withShop } from './support/test.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'tests/screenshots')
const file = join(folder, 'renderer.json')

/** Two renderers that draw this text the same way draw the same pictures. */
async function rendererOf(browser: Browser): Promise<string> {
  const page = await browser.newPage()
  const fonts = ['besley', 'libre-franklin'].map((name) =>
    readFileSync(join(root, `web/styles/${name}.woff2`)).toString('base64'),
  )
  // A line in the page's own fonts shows how letters are smoothed and fitted to pixels.
  const drawn = await page.evaluate(async (fonts) => {
    const canvas = document.createElement('canvas')
    canvas.width = 800
    const pen = canvas.getContext('2d')
    for (const [index, font] of fonts.entries()) {
      const name = `sample-${index}`
      document.fonts.add(await new FontFace(name, `url(data:font/woff2;base64,${font})`).load())
      if (pen) pen.font = `400 17px ${name}`
      pen?.fillText('Book the consultation: from $795, 3-4 weeks, 9:00 AM', 3.3, 40 * (index + 1))
    }
    return canvas.toDataURL()
  }, fonts)
  await page.close()
  const renderer = {
    browser: `${browser.browserType().name()} ${Number.parseInt(browser.version(), 10)}`,
    system: `${process.platform} ${process.arch}`,
    letters: createHash('sha256').update(drawn).digest('hex').slice(0, 16),
  }
  return `${JSON.stringify(renderer, null, 2)}\n`
}

const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)] as const

/** Other controls, or one more line. */
const otherPx = 32

type ExpectLook = (part: Locator | Page, name: string) => Promise<void>

/** Compares with the stored pictures of the same renderer, or else only the sizes: every letter differs. */
function lookWith(renderer: string, { config }: TestInfo): ExpectLook {
  if (['all', 'changed'].includes(config.updateSnapshots)) writeFileSync(file, renderer)
  const stored = readFileSync(file, 'utf8')
  if (renderer === stored)
    return async (part, name) => {
      if ('goto' in part) await expect.soft(part).toHaveScreenshot(name)
      else await expect.soft(part).toHaveScreenshot(name)
    }
  console.warn(
    `The stored pictures are of ${stored}; here is ${renderer}: only their sizes were compared. "npm run screenshots" replaces them.`,
  )
  return async (part, name) => {
    const [width, height] = sizeOf(await part.screenshot({ animations: 'disabled' }))
    const [storedWidth, storedHeight] = sizeOf(readFileSync(join(folder, name)))
    expect.soft(width, `width of ${name}`).toBe(storedWidth)
    expect.soft(Math.abs(height - storedHeight), `height of ${name}`).toBeLessThanOrEqual(otherPx)
  }
}

let renderer: Promise<string> | undefined

const test = withShop.extend<{ expectLook: ExpectLook }>({
  expectLook: async ({ browser }, use, testInfo) => {
    renderer ??= rendererOf(browser)
    await use(lookWith(await renderer, testInfo))
  },
})

const inserts = '**/rest/v1/appointments*'
const sections = 'hero strip problem book solution designs testimonials promises faq closing footer'.split(
  ' ',
)

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test.describe('without JavaScript', () => {
      // Loads every picture immediately, so nothing changes.
      test.use({ javaScriptEnabled: false })

      test('the sections and the not-found page look the same', async ({ page, expectLook }) => {
        await page.goto('/', { waitUntil: 'networkidle' })
        const shown = page.locator('main section:not(section section), footer')
        await expect(shown).toHaveCount(sections.length)
        for (const [at, name] of sections.entries()) await expectLook(shown.nth(at), `${name}-${width}.png`)
        const question = page.locator('.faq details').nth(1)
        await question.locator('summary').click()
        await expectLook(question, `answer-${width}.png`)
        await page.goto('/nowhere', { waitUntil: 'networkidle' })
        await expectLook(page, `not-found-${width}.png`)
      })
    })

    test('the form, accessible in every state, and the error page look the same', async ({
      form,
      page,
      expectLook,
    }) => {
      await waitForFonts(page)
      await waitForLayout(page)
      await fill(form, { ...someone, email: 'daniel@' })
      await form.getByText('Email Address must look like').waitFor()
      await form.getByRole('group').first().waitFor()
      await expectLook(form, `form-malformed-${width}.png`)
      await expectAccessible(page)

      const json = { code: 'XX000', message: 'The ledger is wet.' }
      const goOn = await holdRequests(page, inserts, (route) => route.fulfill({ status: 500, json }))
      await send(form)
      await expectLook(submitButton(form), `form-booking-${width}.png`)
      await expectAccessible(page, 'form#book')
      goOn()
      const expectToast = async (name: 'failed' | 'booked') => {
        const toast = page.locator('.toast')
        await expectLook(toast, `toast-${name}-${width}.png`)
        await expectAccessible(page, '.toast')
        await toast.getByRole('button').click()
        await toast.waitFor({ state: 'detached' })
        await expectLook(form, `form-${name}-${width}.png`)
        await expectAccessible(page, name === 'booked' ? undefined : 'form#book')
      }
      await form.getByRole('alert').waitFor()
      await expectToast('failed')
      await page.unroute(inserts)
      await submitButton(form).click()
      await form.getByRole('region').waitFor()
      await expectToast('booked')

      await openBroken(page)
      await waitForFonts(page)
      await expectLook(page, `error-${width}.png`)
    })
  })
}
