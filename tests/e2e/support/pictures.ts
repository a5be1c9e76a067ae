import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page, TestInfo } from '@playwright/test'
import { expect, test as withShop } from './test.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'tests/screenshots')
const file = join(folder, 'renderer.json')

/** What draws pictures. Two of which all is equal draw the same. */
interface Renderer {
  /** Name and first number of its version. */
  browser: string
  system: string
  /** Digest of a line in the page's own letters, which differs with how they are smoothed and fitted to pixels. */
  letters: string
}

async function drawLetters(page: Page): Promise<string> {
  const fonts = ['besley', 'libre-franklin'].map((name) =>
    readFileSync(join(root, `web/styles/${name}.woff2`)).toString('base64'),
  )
  return page.evaluate(async (fonts) => {
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
}

async function rendererOf(browser: Browser): Promise<Renderer> {
  const page = await browser.newPage()
  const drawn = await drawLetters(page)
  await page.close()
  return {
    browser: `${browser.browserType().name()} ${Number.parseInt(browser.version(), 10)}`,
    system: `${process.platform} ${process.arch}`,
    letters: createHash('sha256').update(drawn).digest('hex').slice(0, 16),
  }
}

const told = ({ browser, system, letters }: Renderer) => `${browser} on ${system} with letters ${letters}`

/** Width and height, as they stand in a picture's head. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)] as const

/** By how much a part may be higher or lower with another renderer: controls of another browser, one line more. */
const otherPx = 32

type Look = (part: Locator | Page, name: string) => Promise<void>

/**
 * Compares with the stored pictures of the same renderer. With another one, whose every letter differs, it compares the
 * size of each part, and the run says at its end that it did no more.
 */
function lookWith(renderer: Renderer, testInfo: TestInfo): Look {
  if (['all', 'changed'].includes(testInfo.config.updateSnapshots))
    writeFileSync(file, `${JSON.stringify(renderer, null, 2)}\n`)
  const stored: Renderer = JSON.parse(readFileSync(file, 'utf8'))
  if (told(renderer) === told(stored))
    return async (part, name) => {
      if ('goto' in part) await expect.soft(part).toHaveScreenshot(name)
      else await expect.soft(part).toHaveScreenshot(name)
    }
  const description = `The stored pictures are of ${told(stored)}; here is ${told(renderer)}: their sizes alone were compared. "npm run screenshots" takes them anew.`
  console.warn(description)
  return async (part, name) => {
    const [width, height] = sizeOf(await part.screenshot({ animations: 'disabled' }))
    const [storedWidth, storedHeight] = sizeOf(readFileSync(join(folder, name)))
    expect.soft(width, `width of ${name}`).toBe(storedWidth)
    expect.soft(Math.abs(height - storedHeight), `height of ${name}`).toBeLessThanOrEqual(otherPx)
  }
}

export const test = withShop.extend<{ expectLook: Look }, { renderer: Renderer }>({
  renderer: [async ({ browser }, use) => use(await rendererOf(browser)), { scope: 'worker' }],
  expectLook: async ({ renderer }, use, testInfo) => use(lookWith(renderer, testInfo)),
})

export { expect }
