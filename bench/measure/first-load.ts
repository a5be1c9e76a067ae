import type { Page } from '@playwright/test'

export interface FirstLoad {
  bytes: number
  requests: number
}

/** What a phone loads, headers included, before the first script is fetched ahead of its need. */
export async function firstLoad(page: Page, url: string): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const first = new Set<string>()
  const sizes = new Map<string, number>()
  let fetchesAhead = false
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    fetchesAhead ||= /\.js(\?|$)/.test(request.url)
    if (!fetchesAhead) first.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    sizes.set(requestId, encodedDataLength)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  const bytes = [...first].reduce((sum, requestId) => sum + (sizes.get(requestId) ?? 0), 0)
  return { bytes, requests: first.size }
}
