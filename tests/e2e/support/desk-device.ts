import type { Page } from '@playwright/test'

/** From now on the desk waits for its first answers without limit, because a slow machine is not a slow connection. */
export const waitForFirst = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = globalThis
    globalThis.setTimeout = ((run: () => void, ms = 0) =>
      ms === 500 ? 0 : setTimeout(run, ms)) as typeof globalThis.setTimeout
  })

/** Leaves the desk, and makes what it stored on this device older. */
export async function ageKept(page: Page, byMs: number): Promise<void> {
  // The desk stores its data again when it is left.
  await page.goto('/robots.txt')
  await page.evaluate((byMs) => {
    const older = (key: string, value: unknown) => (key === 'dataUpdatedAt' ? Number(value) - byMs : value)
    localStorage.setItem(
      'desk-loaded',
      JSON.stringify(JSON.parse(localStorage.getItem('desk-loaded') ?? '', older)),
    )
  }, byMs)
}

/** The session that the desk stored; given a number, it first makes the token expire in so many seconds. */
export const storedSession = (page: Page, secondsLeft?: number) =>
  page.evaluate((secondsLeft) => {
    const key = Object.keys(localStorage).find((name) => /^sb-.+-auth-token$/.test(name)) ?? ''
    const session = JSON.parse(localStorage.getItem(key) ?? '{}')
    const now = Math.floor(Date.now() / 1000)
    if (secondsLeft !== undefined) {
      session.expires_at = now + secondsLeft
      localStorage.setItem(key, JSON.stringify(session))
    }
    return { token: String(session.access_token), isExpired: session.expires_at <= now }
  }, secondsLeft)

/** What the desk stored on this device. */
export const kept = (page: Page) => page.evaluate(() => localStorage.getItem('desk-loaded'))
