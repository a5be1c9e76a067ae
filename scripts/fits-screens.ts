/**
 * Reports texts of a built page that don't fit a narrow phone or a wide screen, and broken links: `fits-screens.ts DIST`.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { installed, launchOptions, quietFlags } from './chromium.mjs'

const dist = resolve(process.argv[2] ?? 'dist')
const width = 320
const wide = 1280
const path = process.env.CHROMIUM || installed()
if (!path) {
  console.log('Chromium is not installed, so no one checked whether every text fits its screen.')
  process.exit(0)
}

const browser = await chromium.launch({ ...launchOptions(path), args: quietFlags })
const page = await browser.newPage({ viewport: { width, height: 800 }, javaScriptEnabled: false })
await page.route('**/*', (route) => {
  const { pathname } = new URL(route.request().url())
  const file = join(dist, pathname === '/' ? 'index.html' : pathname)
  return existsSync(file) ? route.fulfill({ path: file }) : route.abort()
})
await page.goto('http://shop.localhost/')

const errors = await page.evaluate((width) => {
  const found: string[] = []
  const scrolls = (element: Element | null): boolean =>
    element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement
    if (!around || !text.textContent?.trim() || scrolls(around)) continue
    if (around.closest('[aria-hidden=true], script, style, noscript, svg')) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const right = Math.max(...[...range.getClientRects()].map((box) => box.right))
    if (right > width)
      found.push(`This text is wider than a phone with ${width} pixels: "${text.textContent.trim()}"`)
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const id = link.hash.slice(1)
    if (id && !document.getElementById(decodeURIComponent(id)))
      found.push(`The link "${link.textContent.trim()}" leads nowhere: no part of the page is called ${id}.`)
  }
  return found
}, width)

// Its lines don't wrap there, so a long one runs into the picture next to it.
await page.setViewportSize({ width: wide, height: 900 })
const meets = await page.evaluate(() => {
  const title = document.querySelector('.hero h1')
  const picture = document.querySelector('.hero-jacket img')
  if (!title || !picture) return null
  const range = document.createRange()
  range.selectNodeContents(title)
  const right = Math.max(...[...range.getClientRects()].map((box) => box.right))
  return right > picture.getBoundingClientRect().left ? title.textContent : null
})
if (meets !== null)
  errors.push(
    `On a screen with ${wide} pixels, the title of the first screen runs into its picture. Write shorter lines: "${meets.replaceAll('\n', ' / ')}"`,
  )
await browser.close()
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
