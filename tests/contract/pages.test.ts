import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { notFoundPage } from '#copy/pages.ts'
import { msPerHour } from '../../booking/time.ts'
import { createTemporaryFolder, keyHeaders, openShop, testNoon } from './support/shop-server.ts'

/** A request with nothing decoded and nothing added. */
async function raw(url: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  const body = Buffer.concat(await response.toArray())
  return { status: response.statusCode, headers: response.headers, body }
}

describe('the page', () => {
  it('has the address, the public key, and the first bookable date, until the day ends in Dallas', async () => {
    const midnightMs = testNoon + 12 * msPerHour
    let nowEpochMs = midnightMs - 1
    const env = { PUBLIC_URL: 'https://tailor.example/', ANON_KEY: 'another-key' }
    const { url } = await openShop({ env, now: () => nowEpochMs })
    const textOf = async (path: string) => (await fetch(url + path)).text()
    for (const part of [
      '<link rel="canonical" href="https://tailor.example/">',
      '<meta name="anon-key" content="another-key">',
      '<meta name="earliest-date" content="2026-12-02">',
    ])
      expect(await textOf('/')).toContain(part)
    expect(await textOf('/robots.txt')).toContain('https://tailor.example/sitemap.xml')
    expect(await textOf('/sitemap.xml')).toContain('<loc>https://tailor.example/</loc>')
    // Browsers stay on HTTPS if clients reach the page that way.
    expect((await fetch(url)).headers.get('strict-transport-security')).toContain('max-age=31536000')
    nowEpochMs = midnightMs
    expect(await textOf('/')).toContain('<meta name="earliest-date" content="2026-12-03">')
  })

  it('is compressed as the browser asks, and answered with 304 while it’s unchanged', async () => {
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
    expect([again.status, again.body.length]).toEqual([304, 0])
    expect((await raw(url, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status).toBe(200)
    const head = await fetch(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('etag')).toBeTruthy()
  })
})

describe('files next to the page', () => {
  it('are compressed, and immutable if their name has a hash, including those from before an upgrade', async () => {
    const folder = createTemporaryFolder()
    const before = join(folder, 'dist.before/assets')
    mkdirSync(before, { recursive: true })
    writeFileSync(join(before, 'page-before.js.br'), brotliCompressSync('before'))
    writeFileSync(join(before, 'page-before.js'), 'before')
    const { url } = await openShop({ folder })
    const answers = (path: string) => raw(url + path, { 'accept-encoding': 'br' })
    const script = await answers('/assets/page-abc123.js')
    expect(script.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
    })
    expect(brotliDecompressSync(script.body).toString()).toContain('console.log')
    expect((await answers('/assets/page-before.js')).status).toBe(200)
    expect((await answers('/favicon.svg')).headers['content-type']).toBe('image/svg+xml')
    const hidden = [
      '/index.html',
      '/views.mjs',
      '/csp.json',
      '/..%2fdata',
      '/assets/',
      '/assets/..%2fcsp.json',
    ]
    for (const path of ['/assets/page-none.js', ...hidden])
      expect((await answers(path)).status, path).toBe(404)
  })
})

describe('an unknown address', () => {
  it('shows people the not-found page, and answers calls with an error', async () => {
    const { url } = await openShop()
    const unknown = ['/nope', '/book/nope', '/calendar/x', '/restaurant', `/calendar/${'x'.repeat(500)}.ics`]
    // As some apps write links.
    const unencoded = ['/50%-off', '/%E0%A4%A', '/%ff?x=1', '/assets/%zz']
    for (const path of [...unknown, ...unencoded]) {
      const response = await fetch(url + path)
      expect(response.status, path).toBe(404)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await response.text()).toContain(notFoundPage.title)
    }
    for (const path of ['/rest/v1/nope', '/rest/v1/%zz', '/functions/v1/nope', '/auth/v1/recover']) {
      const response = await fetch(url + path, { method: 'POST' })
      expect(response.status, path).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'PGRST125', hint: null })
    }
    const etag = String((await raw(`${url}/nope`)).headers.etag)
    expect((await raw(`${url}/nope`, { 'if-none-match': etag })).status).toBe(404)
  })
})

it('the security headers allow the build’s files, and nothing else', async () => {
  const { url } = await openShop()
  for (const path of ['/', '/nope', '/healthz', '/assets/page-abc123.js']) {
    const { headers } = await fetch(url + path)
    const policy = headers.get('content-security-policy') ?? ''
    // Only this page's own inline script and style.
    const [script, style] = path === '/' ? ['c2NyaXB0', 'c3R5bGU='] : ['b3RoZXI=', 'b3RoZXJz']
    const own = [`script-src 'self' 'sha256-${script}'`, `style-src 'self' 'sha256-${style}'`]
    const strict = ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"]
    expect(policy.split(';')).toEqual(expect.arrayContaining([...own, ...strict]))
    expect(policy.split(';')).toEqual(expect.arrayContaining(["img-src 'self' data:", "connect-src 'self'"]))
    expect(policy).not.toContain('unsafe')
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    })
    expect(headers.get('strict-transport-security')).toBeNull()
  }
})

it('the desk is its own page, which no cache keeps and no search engine indexes', async () => {
  const { url } = await openShop()
  for (const query of [
    '?desk',
    '?desk=',
    '?desk&visit=x',
    '?desk%23token',
    '?desk%2523token',
    '?desk%23/day/2027-01-11',
  ]) {
    const answer = await fetch(`${url}/${query}`)
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      200,
      {
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': expect.stringContaining('noindex'),
        'content-security-policy': expect.stringMatching(
          /^(?!.*unsafe)(?=.*frame-ancestors 'none').*script-src 'self' 'sha256-ZGVzaw==';/,
        ),
      },
    ])
    const html = await answer.text()
    for (const part of ['<title>Desk</title>', `content="${keyHeaders.apikey}"`]) expect(html).toContain(part)
  }
  expect(await (await fetch(url)).text()).not.toContain('desk')
})
