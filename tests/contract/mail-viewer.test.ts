import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

/** The secret address as `npm start` prints it. */
function viewerOf({ mailViewer }: Pick<OpenShop, 'mailViewer'>): string {
  if (!mailViewer) throw new Error('There is no viewer.')
  return mailViewer.replace('localhost', '127.0.0.1')
}

/** fetch sets Host by itself; this sends what a proxy or a lured browser would. */
function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })
}

describe('the list of mails', () => {
  it('shows what was written, on the developer’s machine', async () => {
    const shop = await openShop()
    await shop.book({ ...ann, full_name: '<b>Ann</b> Lee' })
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    const list = await (await fetch(viewerOf(shop))).text()
    expect(list).toContain('Your consultation on Thursday, December 3, 2026')
    expect(list).toMatch(/to ann@example\.com, \w+day, .* Dallas time/)
    const [, path = ''] = /href="(\/mail\/[^"]+\.eml)"/.exec(list) ?? []
    const mail = await (await fetch(`${shop.url}${path}`)).text()
    expect(mail).toContain('Dear &lt;b&gt;Ann&lt;/b&gt; Lee')
    const html = await fetch(`${shop.url}${path}/html`)
    expect(html.headers.get('content-security-policy')).toContain('sandbox')
    expect(await html.text()).toContain('We expect you.')
  })

  it('reads no other file', async () => {
    const shop = await openShop()
    for (const file of [
      '../appointments.sqlite',
      '..%2fappointments.sqlite',
      '%2e%2e%2fcalendar-secret',
      'x.eml',
    ]) {
      expect((await fetch(`${viewerOf(shop)}/${file}`)).status).toBe(404)
    }
  })

  it('is not there for whoever does not know its address, which is another at each start', async () => {
    const shop = await openShop()
    const other = await openShop()
    await shop.book(ann)
    await until(async () => (await shop.mails('client-invitation')).length === 1)
    const [file = ''] = readdirSync(join(shop.dataDir, 'mail'))
    const secret = viewerOf(shop).split('/').at(-1)
    const guesses = [
      '',
      '/',
      `/${viewerOf(other).split('/').at(-1)}`,
      `/${file}`,
      `/x/${file}`,
      `/x/${file}/html`,
    ]
    for (const guess of guesses) expect((await fetch(`${shop.url}/mail${guess}`)).status).toBe(404)
    for (const known of ['', `/${file}`, `/${file}/html`])
      expect((await fetch(`${shop.url}/mail/${secret}${known}`)).status).toBe(200)
  })

  it('is not there for a request that was passed on, or meant for another host', async () => {
    const shop = await openShop()
    expect(await statusOf(viewerOf(shop), {})).toBe(200)
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { host: 'tailor.example' },
    ]) {
      expect(await statusOf(viewerOf(shop), headers as Record<string, string>)).toBe(404)
    }
  })

  it('does not exist where others can reach the server, or where mails are really sent', async () => {
    for (const env of [
      { PUBLIC_URL: 'https://tailor.example' },
      { HOST: '0.0.0.0' },
      { SMTP_URL: 'smtp://127.0.0.1:1' },
      { TRUST_PROXY: 'loopback' },
    ]) {
      const shop = await openShop({ env: env as Record<string, string> })
      expect(shop.mailViewer).toBeNull()
      const url = shop.url.replace('0.0.0.0', '127.0.0.1')
      expect((await fetch(`${url}/mail`)).status).toBe(404)
    }
  })
})
