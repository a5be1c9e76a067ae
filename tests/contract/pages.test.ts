import { mkdirSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { msPerHour } from '../../booking/time.ts'
import { notFoundPage } from '../../copy/pages.ts'
import { openShop, temporaryFolder, testNoon } from './support/shop-server.ts'

/** A request with nothing decoded and nothing added. */
function raw(url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status?: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>(
    (resolve, reject) => {
      get(url, { headers }, async (response) => {
        const body = Buffer.concat(await response.toArray())
        resolve({
          ...(response.statusCode ? { status: response.statusCode } : {}),
          headers: response.headers,
          body,
        })
      }).on('error', reject)
    },
  )
}

describe('the page', () => {
  it('is filled in with the address, the public key and the first date that can be booked', async () => {
    const shop = await openShop({ env: { PUBLIC_URL: 'https://tailor.example/', ANON_KEY: 'another-key' } })
    const page = await (await fetch(shop.url)).text()
    expect(page).toContain('<link rel="canonical" href="https://tailor.example/">')
    expect(page).toContain('<meta name="anon-key" content="another-key">')
    expect(page).toContain('<meta name="earliest-date" content="2026-12-02">')
    const robots = await fetch(`${shop.url}/robots.txt`)
    expect(await robots.text()).toContain('https://tailor.example/sitemap.xml')
    expect(await (await fetch(`${shop.url}/sitemap.xml`)).text()).toContain(
      '<loc>https://tailor.example/</loc>',
    )
  })

  it('has a new first date when the day ends in Dallas', async () => {
    const midnightMs = testNoon + 12 * msPerHour
    let nowEpochMs = midnightMs - 1
    const shop = await openShop({ now: () => nowEpochMs })
    const earliest = async () =>
      /earliest-date" content="([\d-]+)"/.exec(await (await fetch(shop.url)).text())?.[1]
    expect(await earliest()).toBe('2026-12-02')
    nowEpochMs = midnightMs
    expect(await earliest()).toBe('2026-12-03')
  })

  it('comes compressed as the browser asks, and not again while it is the same', async () => {
    const { url } = await openShop()
    const plain = await raw(url)
    const brotli = await raw(url, { 'accept-encoding': 'gzip, deflate, br' })
    const gzip = await raw(url, { 'accept-encoding': 'gzip, br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-cache' })
    expect(brotliDecompressSync(brotli.body)).toEqual(plain.body)
    expect(gunzipSync(gzip.body)).toEqual(plain.body)
    expect(brotli.headers.etag).not.toBe(gzip.headers.etag)

    const etag = String(brotli.headers.etag)
    const again = await raw(url, { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` })
    expect(again.status).toBe(304)
    expect(again.body).toHaveLength(0)
    expect((await raw(url, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('answers HEAD like GET, without the body', async () => {
    const { url } = await openShop()
    const head = await fetch(url, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('etag')).toBeTruthy()
    expect(await head.text()).toBe('')
  })
})

describe('files beside the page', () => {
  it('are kept for ever where their name changes with their content, and come compressed', async () => {
    const { url } = await openShop()
    const script = await raw(`${url}/assets/page-abc123.js`, { 'accept-encoding': 'br' })
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
    })
    expect(brotliDecompressSync(script.body).toString()).toContain('console.log')
    expect((await raw(`${url}/favicon.svg`)).headers['content-type']).toBe('image/svg+xml')
  })

  it('are found for pages that were opened before an upgrade, too', async () => {
    const folder = temporaryFolder()
    const before = join(folder, 'dist.before/assets')
    mkdirSync(before, { recursive: true })
    writeFileSync(join(before, 'page-before.js.br'), brotliCompressSync('before'))
    writeFileSync(join(before, 'page-before.js'), 'before')
    const { url } = await openShop({ folder })
    for (const name of ['page-before.js', 'page-abc123.js'])
      expect((await raw(`${url}/assets/${name}`, { 'accept-encoding': 'br' })).status, name).toBe(200)
    expect((await raw(`${url}/assets/page-none.js`)).status).toBe(404)
  })

  it('are not the templates, the hashes or anything outside', async () => {
    const { url } = await openShop()
    const paths = [
      '/index.html',
      '/views.mjs',
      '/csp.json',
      '/assets/',
      '/assets/..%2fcsp.json',
      '/..%2fdata',
    ]
    for (const path of paths)
      expect({ path, status: (await raw(url + path)).status }).toEqual({ path, status: 404 })
  })
})

describe('an unknown address', () => {
  it('is the not-found page for people and an error for programs', async () => {
    const { url } = await openShop()
    for (const path of [
      ...['/nope', '/book/nope', '/calendar/x', '/restaurant', `/calendar/${'x'.repeat(500)}.ics`],
      // Encoded in no way, as links come out of some programs.
      ...['/50%-off', '/%E0%A4%A', '/%ff?x=1', '/assets/%zz'],
    ]) {
      const response = await fetch(url + path)
      expect({ path, status: response.status }).toEqual({ path, status: 404 })
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).toContain(notFoundPage.title)
    }
    for (const path of ['/rest/v1/nope', '/rest/v1/%zz', '/functions/v1/nope', '/auth/v1/recover']) {
      const response = await fetch(url + path, { method: 'POST' })
      expect({ path, status: response.status }).toEqual({ path, status: 404 })
      expect(await response.json()).toMatchObject({ code: 'PGRST125', hint: null })
    }
  })

  it('is not found anew with a tag that the browser has', async () => {
    const { url } = await openShop()
    const etag = String((await raw(`${url}/nope`)).headers.etag)
    expect((await raw(`${url}/nope`, { 'if-none-match': etag })).status).toBe(404)
  })
})

describe('the headers that defend the page', () => {
  it('allow what was built and nothing else', async () => {
    const { url } = await openShop()
    for (const path of ['/', '/nope', '/healthz', '/assets/page-abc123.js']) {
      const { headers } = await fetch(url + path)
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy.split(';')).toEqual(
        expect.arrayContaining([
          "default-src 'none'",
          // What stands inline in this page, and nothing of another page.
          path === '/' ? "script-src 'self' 'sha256-c2NyaXB0'" : "script-src 'self' 'sha256-b3RoZXI='",
          path === '/' ? "style-src 'self' 'sha256-c3R5bGU='" : "style-src 'self' 'sha256-b3RoZXJz'",
          "img-src 'self' data:",
          "connect-src 'self'",
          "form-action 'self'",
          "frame-ancestors 'none'",
          "base-uri 'none'",
        ]),
      )
      expect(policy).not.toContain('unsafe')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('same-origin')
      expect(headers.get('permissions-policy')).toContain('camera=()')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
      expect(headers.get('strict-transport-security')).toBeNull()
    }
  })

  it('keep browsers on HTTPS where clients reach the page that way', async () => {
    const { url } = await openShop({ env: { PUBLIC_URL: 'https://tailor.example' } })
    expect((await fetch(url)).headers.get('strict-transport-security')).toContain('max-age=31536000')
  })
})
