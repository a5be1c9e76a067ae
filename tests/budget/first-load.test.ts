import { readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

const dist = new URL('../../dist/', import.meta.url)
const assets = readdirSync(new URL('assets/', dist))
const html = readFileSync(new URL('index.html', dist), 'utf8')
/** What a browser reads that runs scripts. */
const scripted = html.replace(/<noscript>[\s\S]*?<\/noscript>/g, '')
const head = html.slice(0, html.indexOf('</head>'))

const sizeOf = (name: string) => statSync(new URL(`assets/${name}`, dist)).size
const named = (pattern: RegExp) => assets.filter((name) => pattern.test(name))

/** Pictures that a browser loads at once, because nothing tells it to wait until they come near. */
const eager = [...html.matchAll(/<img [^>]*>/g)]
  .map(([tag]) => tag)
  .filter((tag) => !/loading="lazy"/.test(tag))

describe('what a phone loads before anything is fetched ahead', () => {
  it('is at most 110 kB in all', () => {
    const fonts = named(/\.woff2$/)
    // A phone chooses one of each picture's sizes; the largest it can choose for the first, 960 px for the second.
    const pictures = [...named(/^hero-jacket-640-.*avif$/), ...named(/^consultation-table-960-.*avif$/)]
    expect(fonts.length).toBeGreaterThan(0)
    expect(pictures).toHaveLength(2)
    const bytes = [...fonts, ...pictures].reduce((sum, name) => sum + sizeOf(name), 0)
    expect(brotliCompressSync(html).length + bytes).toBeLessThanOrEqual(110_000)
  })

  it('is at most ten requests: the page, its fonts, its first pictures and an icon', () => {
    expect(named(/\.woff2$/).length).toBeLessThanOrEqual(2)
    expect(eager.length).toBeLessThanOrEqual(2)
    expect(scripted).not.toMatch(/<link[^>]*rel="stylesheet"/)
  })

  it('holds nothing that stands before the first paint', () => {
    expect(head).not.toMatch(/<script(?![^>]*ld\+json)/)
    expect(html).not.toMatch(/@import/)
  })

  it('moves nothing when it arrives: pictures have their sizes, fonts are swapped', () => {
    for (const [tag] of html.matchAll(/<img [^>]*>/g)) {
      expect(tag).toMatch(/ width="\d+"/)
      expect(tag).toMatch(/ height="\d+"/)
    }
    // They have a sheet of their own, so that none is asked for before the first picture has come.
    expect(scripted).not.toMatch(/woff2/)
    const [sheet] = named(/^late-.*\.css$/)
    const style = readFileSync(new URL(`assets/${sheet}`, dist), 'utf8')
    const fontFaces = [...style.matchAll(/@font-face\s*\{[^}]*url\([^}]*\}/g)].map(([face]) => face)
    expect(fontFaces.length).toBeGreaterThan(0)
    for (const face of fontFaces) expect(face).toMatch(/font-display:\s*(swap|optional)/)
  })
})
