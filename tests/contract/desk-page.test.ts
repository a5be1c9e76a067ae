import { describe, expect, it } from 'vitest'
import { keyed, openShop } from './support/shop-server.ts'

describe('GET /?desk', () => {
  it('is a document of its own, which nothing keeps and no search engine finds', async () => {
    const shop = await openShop()
    for (const query of ['?desk', '?desk=', '?desk&visit=x']) {
      const answer = await fetch(`${shop.url}/${query}`)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-robots-tag')).toContain('noindex')
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self' 'sha256-ZGVzaw==';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toContain('unsafe')
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      const html = await answer.text()
      expect(html).toContain('<title>Desk</title>')
      expect(html).toContain(`content="${keyed.apikey}"`)
    }
    expect(await (await fetch(shop.url)).text()).not.toContain('desk')
  })
})
