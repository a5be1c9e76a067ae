import type { Page } from '@playwright/test'

export interface FirstLoad {
  bytes: number
  requests: number
}

/** What a phone has loaded, headers included, when the page is loaded and nothing is fetched ahead yet. */
export async function firstLoad(page: Page, url: string): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  const sizes = new Map<string, number>()
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // A script is only ever fetched ahead, after `load`.
    if (/\.js(\?|$)/.test(request.url)) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const loaded = [...sizes].filter(([requestId]) => !scripts.has(requestId))
  return { bytes: loaded.reduce((sum, [, size]) => sum + size, 0), requests: loaded.length }
}
