import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { msPerDay } from '../../booking/time.ts'
import { startServer } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'

/** How much a server may send before the first acknowledgment: ten segments. @see https://www.rfc-editor.org/rfc/rfc6928 */
const initialWindow = 10 * 1460

const dist = new URL('../../dist/', import.meta.url)
const textOf = (name: string) => readFileSync(new URL(name, dist), 'utf8')
const bytesOf = (name: string) => statSync(new URL(name, dist)).size
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)
const assets = readdirSync(new URL('assets/', dist)).map((name) => `assets/${name}`)

/** The built files with that name. @throws {Error} when there are fewer than expected */
function named(pattern: RegExp, count = 1): string[] {
  const found = assets.filter((name) => pattern.test(name.replace('assets/', '')))
  if (found.length < count) throw new Error(`${found.length} files are called ${pattern}`)
  return found
}

const page = textOf('index.html')
const pageBytes = brotliCompressSync(page).length
const fonts = named(/\.woff2$/, 2)
const scripts = named(/\.js$/, 6)

/** The scripts that this text names, and those that they name in turn. */
function scriptsNamedIn(text: string, found = new Set<string>()): string[] {
  for (const [name] of text.matchAll(/[\w.-]+\.js/g)) {
    const file = `assets/${name}`
    if (!assets.includes(file) || found.has(file)) continue
    found.add(file)
    scriptsNamedIn(textOf(file), found)
  }
  return [...found]
}

async function bytesOfFirstAnswer(url: string): Promise<number> {
  const headers = { 'accept-encoding': 'br', connection: 'keep-alive' }
  const [response] = await once(get(url, { agent: false, headers }), 'response')
  const { socket } = response
  await response.toArray()
  expect(response.headers['content-encoding']).toBe('br')
  expect(response.headers).toHaveProperty('strict-transport-security')
  socket.destroy()
  return socket.bytesRead
}

describe('the page', () => {
  it('comes in one round trip on any day, with its headers, as a shop on the internet sends it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'first-round-trip-'))
    const settings = { PORT: '0', DATA_DIR: folder, PUBLIC_URL: 'https://www.hollisandcrane.example' }
    let now = Date.parse('2026-12-01T12:00Z')
    const server = await startServer({ config: readConfig(settings), now: () => now })
    try {
      // The page names the first day that can be booked, so its size differs by some bytes.
      for (let day = 0; day < 40; day++, now += 9 * msPerDay)
        expect(await bytesOfFirstAnswer(server.url)).toBeLessThanOrEqual(initialWindow)
    } finally {
      await server.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('shows a phone its first screen with at most 60 kB, and all it loads unasked with 110 kB', () => {
    const fontBytes = sumOf(fonts.map(bytesOf))
    const weigh = (...pictures: RegExp[]) =>
      pageBytes + fontBytes + sumOf(pictures.flatMap((picture) => named(picture)).map(bytesOf))
    expect(weigh(/^hero-jacket-460.*avif$/)).toBeLessThanOrEqual(60_000)
    // The largest that a phone chooses of each.
    const largest = [/^hero-jacket-640.*avif$/, /^consultation-table-960.*avif$/]
    expect(weigh(...largest)).toBeLessThanOrEqual(110_000)
    // Only these: other pictures wait until they come near.
    expect(fonts).toHaveLength(2)
    const eager = [...page.matchAll(/<img [^>]*>/g)].filter(([tag]) => !tag.includes('loading="lazy"'))
    expect(eager.length).toBeLessThanOrEqual(2)
  })

  it('waits for nothing before its first paint, and its text waits for no font', () => {
    expect(page.slice(0, page.indexOf('</head>'))).not.toMatch(/<script(?![^>]*ld\+json)/)
    const scripted = page.replace(/<noscript>[\s\S]*?<\/noscript>/g, '')
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
    // Not part of a booking: the polyfill for browsers without Temporal, and the session that only some visitors have.
    const sent = scriptsNamedIn(page).filter((name) => !/\/(global\.esm|open-session|tslib)/.test(name))
    expect(sent.length).toBeGreaterThan(5)
    // A schema library or the page's own copy wouldn't fit in as well.
    expect(sumOf(sent.map((name) => bytesOf(`${name}.br`)))).toBeLessThanOrEqual(95_000)
  })
})

describe('the desk', () => {
  it('is a document with its style, in one round trip, and at most 110 kB of script', () => {
    const desk = textOf('desk.html')
    expect(desk).not.toMatch(/rel="stylesheet"/)
    const headers = 1200
    expect(brotliCompressSync(desk).length).toBeLessThanOrEqual(initialWindow - headers)
    const first = [...desk.matchAll(/<script[^>]* src="\/([^"]+)"/g)].map(([, name = '']) => name)
    expect(first.length).toBeGreaterThan(0)
    // Neither the auth client nor the dialogs would fit in as well.
    expect(sumOf(first.map((name) => bytesOf(`${name}.br`)))).toBeLessThanOrEqual(110_000)
  })
})

describe('the scripts', () => {
  it('hydrate the page in parts, without a formatter or a style that makes it slow', () => {
    // React is one module, and can’t be divided.
    for (const name of scripts.filter((name) => !name.includes('/react-')))
      expect(bytesOf(name), name).toBeLessThanOrEqual(110_000)
    // A formatter takes a phone 10 ms. A style for the root has the browser lay out every element again.
    for (const name of named(/^(hydrate|start|after-load)-.*js$/, 3))
      expect(textOf(name), name).not.toMatch(/new Intl\.|:root|:host/)
  })
})
