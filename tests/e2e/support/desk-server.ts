import type { Page, Route } from '@playwright/test'
import type { Booked } from './desk.ts'
import { expect, type TestShop } from './test.ts'

export async function openTimes(shop: TestShop, on: string): Promise<string[]> {
  const answer = await fetch(`${shop.url}/rest/v1/rpc/open_times?on=${on}`, {
    headers: { apikey: 'public-demo-key' },
  })
  return answer.json()
}

/** Answers one of the owner's calls without the desk, with the page's own session. */
export function askAsOwner<Answer>(page: Page, call: string, args: object): Promise<Answer> {
  return page.evaluate(
    async ({ call, args }) => {
      const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
      const { access_token } = JSON.parse(localStorage.getItem(key) ?? '{}')
      const apikey = document.querySelector<HTMLMetaElement>('meta[name=anon-key]')?.content ?? ''
      const answer = await fetch(`/rest/v1/rpc/${call}`, {
        method: 'POST',
        headers: { apikey, authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
    { call, args },
  )
}

/** The owner returns to the tab, and the desk fetches again, 30 seconds before its timer would. */
export async function comeBack(page: Page): Promise<void> {
  const show = () =>
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(async () => {
    const asked = page.waitForRequest(/rpc\/agenda/, { timeout: 1000 })
    await show()
    await (await asked).response()
  }).toPass()
  // A fetch that was already on its way may have been answered before the change, and wasn't sent again.
  await show()
}

/** A change made at another desk, and the owner returns to this one. */
export async function changeElsewhere<Answer>(page: Page, call: string, args: object): Promise<Answer> {
  const answer = await askAsOwner<Answer>(page, call, args)
  await comeBack(page)
  return answer
}

/** From now on these calls fail on the way. */
export const abort = (page: Page, call: string) => page.route(`**/rpc/${call}`, (route) => route.abort())

/** From now on these requests wait for the returned function, and then they do this. */
export async function hold(page: Page, url: string, then = (route: Route) => route.continue()) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await then(route)
  })
  return resolve
}

/** The server does it, but its answer is lost. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/** Someone who is here now, which no client could have booked. */
export const bookForNow = (page: Page, full_name: string) =>
  changeElsewhere<Booked>(page, 'book_for_client', {
    full_name,
    appointment_date: '2026-12-01',
    appointment_time: '22:00',
  })
