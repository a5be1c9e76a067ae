import { readdirSync, readFileSync, statSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { questions } from '../../demo/landing-page.ts'

const dist = new URL('../../dist/', import.meta.url)
const assets = readdirSync(new URL('assets/', dist))
const landing = readFileSync(new URL('index.html', dist), 'utf8')

const bytesOf = (asset: string) => statSync(new URL(`assets/${asset}`, dist)).size

/** Size of the built file whose name begins like this. */
function sizeOf(name: RegExp): number {
  const file = assets.find((asset) => name.test(asset))
  if (!file) throw new Error(`No asset is called ${name}`)
  return bytesOf(file)
}

/** The scripts that this text names, and those that they name in turn. */
function scriptsNamedIn(text: string, found = new Set<string>()): string[] {
  for (const [name] of text.matchAll(/[\w.-]+\.js/g)) {
    if (!assets.includes(name) || found.has(name)) continue
    found.add(name)
    scriptsNamedIn(readFileSync(new URL(`assets/${name}`, dist), 'utf8'), found)
  }
  return [...found]
}

const html = brotliCompressSync(landing).length

describe('what the page weighs', () => {
  it('arrives, style and drawings included, with the first round trip: at most 14 kB in Brotli', () => {
    expect(html).toBeLessThanOrEqual(14 * 1024)
  })

  it('shows the first screen of a phone with at most 60 kB, fonts and picture included', () => {
    const fonts = sizeOf(/^besley.*woff2$/) + sizeOf(/^libre-franklin.*woff2$/)
    const picture = sizeOf(/^hero-jacket-460.*avif$/)
    expect(html + fonts + picture).toBeLessThanOrEqual(60_000)
  })

  it('runs at most 3 kB of script before a visitor needs more', () => {
    const [, boot = ''] = landing.match(/<script type="module">([\s\S]*?)<\/script>/) ?? []
    expect(boot.length).toBeGreaterThan(0)
    expect(boot.length + sizeOf(/^after-load.*\.js$/)).toBeLessThanOrEqual(3000)
    expect(landing).not.toMatch(/<script[^>]* src=/)
    expect(landing).not.toMatch(/<link[^>]*modulepreload/)
  })

  it('sends at most 95 kB of script for a booking', () => {
    // Not part of a booking: the polyfill for browsers without Temporal, and the session that only some visitors have.
    const sent = scriptsNamedIn(landing).filter((asset) => !/^(global\.esm|open-session|tslib)/.test(asset))
    const total = sent.reduce((sum, asset) => sum + bytesOf(`${asset}.br`), 0)
    expect(sent.length).toBeGreaterThan(5)
    expect(total).toBeLessThanOrEqual(95_000)
  })
})

describe('what the scripts hold', () => {
  it('none of the words that are printed in the HTML', () => {
    const scripts = assets
      .filter((asset) => asset.endsWith('.js'))
      .map((asset) => readFileSync(new URL(`assets/${asset}`, dist), 'utf8'))
    for (const sentence of ['Off the rack', 'The first visit is mostly talk', questions.title]) {
      expect(landing).toContain(sentence)
      expect(scripts.some((script) => script.includes(sentence))).toBe(false)
    }
  })
})
