import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { bytesInAYear, initialWindow } from '../support/first-round-trip.ts'

const dist = new URL('../../dist/', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(name, dist), 'utf8')
const bytesOf = (name: string) => statSync(new URL(name, dist)).size
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
const assets = readdirSync(new URL('assets/', dist)).map((name) => `assets/${name}`)

/**
 * The built files with that name.
 * @throws {Error} if there are fewer than expected
 */
function named(pattern: RegExp, count = 1): string[] {
  const found = assets.filter((name) => pattern.test(name.replace('assets/', '')))
  if (found.length < count) throw new Error(`${found.length} files are called ${pattern}`)
  return found
}

const page = textOf('index.html')
const pageBytes = brotliCompressSync(page).length
const fonts = named(/\.woff2$/, 2)
const scripts = named(/\.js$/, 6)

/** The scripts that this text refers to, and those that they refer to in turn. */
function scriptsNamedIn(text: string, found = new Set<string>()): string[] {
  for (const [name] of text.matchAll(/[\w.-]+\.js/g)) {
    const file = `assets/${name}`
    if (!assets.includes(file) || found.has(file)) continue
    found.add(file)
    scriptsNamedIn(textOf(file), found)
  }
  return [...found]
}

describe('the page', () => {
  it('loads in one round trip on any day, with its headers, as a shop on the internet sends it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-round-trip-'))
    try {
      expect(await bytesInAYear(folder)).toBeLessThanOrEqual(initialWindow)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('loads a phone’s first screen within 60 kB, and everything automatic within 110 kB', () => {
    const fontBytes = sumOf(fonts.map(bytesOf))
    const weigh = (...pictures: RegExp[]) =>
      pageBytes + fontBytes + sumOf(pictures.flatMap((picture) => named(picture)).map(bytesOf))
    expect(weigh(/^hero-jacket-460.*avif$/)).toBeLessThanOrEqual(60_000)
    // The largest version of each that a phone chooses.
    const largest = [/^hero-jacket-640.*avif$/, /^consultation-table-960.*avif$/]
    expect(weigh(...largest)).toBeLessThanOrEqual(110_000)
    // Only these: other pictures wait until they come near.
    expect(fonts).toHaveLength(2)
    const eager = [...page.matchAll(/<img [^>]*>/g)].filter(([tag]) => !tag.includes('loading="lazy"'))
    expect(eager.length).toBeLessThanOrEqual(2)
  })

  it('paints without waiting for anything, and shows text before any font', () => {
    expect(page.slice(0, page.indexOf('</head>'))).not.toMatch(/<script(?![^>]*ld\+json)/)
    // Below the first form, the browser has already painted everything above.
    const below = /<link rel="stylesheet" href="\/assets\/below-[^>]*>/
    expect(page.search(below)).toBeGreaterThan(page.indexOf('id="book"'))
    const scripted = page.replace(/<noscript>[\s\S]*?<\/noscript>/g, '').replace(below, '')
    expect(scripted).not.toMatch(/@import|<link[^>]*rel="(stylesheet|modulepreload)"|<script[^>]* src=/)
    const faces = named(/^late-.*\.css$/).flatMap(
      (name) => textOf(name).match(/@font-face[^}]*url[^}]*/g) ?? [],
    )
    expect(faces.length).toBeGreaterThan(0)
    for (const face of faces) expect(face).toMatch(/font-display:\s*(swap|optional)/)
  })

  it('runs at most 3 kB of script before a visitor needs more, and 95 kB for a booking', () => {
    const [, boot = ''] = page.match(/<script type="module">([\s\S]*?)<\/script>/) ?? []
    expect(boot.length).toBeGreaterThan(0)
    expect(boot.length + sumOf(named(/^after-load.*\.js$/).map(bytesOf))).toBeLessThanOrEqual(3000)
    // Not part of a booking: the polyfill for browsers without Temporal, the session that only some visitors have, and the
    // large view of a gallery.
    const others = /\/(global\.esm|open-session|tslib|gallery-viewer)/
    const sent = scriptsNamedIn(page).filter((name) => !others.test(name))
    expect(sent.length).toBeGreaterThan(5)
    // A schema library or the page's own copy would exceed this too.
    expect(sumOf(sent.map((name) => bytesOf(`${name}.br`)))).toBeLessThanOrEqual(95_000)
  })
})

describe('the desk', () => {
  it('is a document with its style, in one round trip, and at most 120 kB of script', () => {
    const desk = textOf('desk.html')
    expect(desk).not.toMatch(/rel="stylesheet"/)
    const headers = 1200
    expect(brotliCompressSync(desk).length).toBeLessThanOrEqual(initialWindow - headers)
    const first = [...desk.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, name = '']) => name)
    expect(first.length).toBeGreaterThan(0)
    // The auth client or the dialogs would exceed this too.
    expect(sumOf(first.map((name) => bytesOf(`${name}.br`)))).toBeLessThanOrEqual(120_000)
  })
})

describe('the scripts', () => {
  it('hydrate the page in parts, without a formatter or a slow style', () => {
    // React is one module, and can’t be split.
    for (const name of scripts.filter((name) => !name.includes('/react-')))
      expect(bytesOf(name), name).toBeLessThanOrEqual(120_000)
    // A formatter takes a phone 10 ms. A style for the root makes the browser lay out every element again.
    for (const name of named(/^(hydrate|start|after-load)-.*js$/, 3))
      expect(textOf(name), name).not.toMatch(/new Intl\.|:root|:host/)
  })
})
