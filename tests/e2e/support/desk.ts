import type { Page } from '@playwright/test'
import { appointmentPath } from '../../../booking/links.ts'
import { desk } from '../../../copy/desk.ts'
import { expect, type TestShop, test as withShop } from './test.ts'

/** The desk opens here: the tests' clock says Tuesday, 10:30 PM, so the day is the next one with a client. */
export const day = { date: '2026-12-03', heading: 'Thursday, December 3' }

const headers = { apikey: 'public-demo-key', 'content-type': 'application/json' }

interface Booked {
  id: string
  appointment_date: string
}

/** A client's own booking, past the page. */
export async function bookAsClient(shop: TestShop, full_name: string, time: string, date = day.date) {
  const email = `${full_name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const answer = await fetch(`${shop.url}/rest/v1/appointments`, {
    method: 'POST',
    headers: { ...headers, prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' },
    body: JSON.stringify({
      full_name,
      email,
      // Nobody shares a number: by it one would be the other's second visit.
      phone: `(214) 555-${String(1000 + Number(time.replace(':', '')))}`,
      appointment_date: date,
      appointment_time: time,
      referral_source: 'google',
    }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as Booked
}

export const pathOf = ({ appointment_date, id }: Booked) => appointmentPath(appointment_date, id)

/** Comes in by the link that the server printed at its start. */
export async function signIn(page: Page, shop: TestShop): Promise<void> {
  await page.goto(shop.deskLink.replace(/^.*(?=\/\?desk)/, ''))
  await page.getByRole('button', { name: desk.wayIn.open }).click()
  await expect(page.getByRole('button', { name: desk.book })).toBeVisible()
}

/** What one of the owner's calls answers, past the desk, with the page's own session. */
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

/** Somebody who is here just now, which no client could have booked. */
export const bookForNow = (page: Page, full_name: string) =>
  askAsOwner<Booked>(page, 'book_for_client', {
    full_name,
    appointment_date: '2026-12-01',
    appointment_time: '22:00',
  })

/** From now on the desk waits for its first answers without limit: a slow machine is no slow line. */
export const waitForFirst = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = globalThis
    globalThis.setTimeout = ((run: () => void, ms = 0) =>
      ms === 500 ? 0 : setTimeout(run, ms)) as typeof globalThis.setTimeout
  })

/** Leaves the desk, and what it has kept on this device is older by so much when it is opened the next time. */
export async function ageKept(page: Page, byMs: number): Promise<void> {
  // Beside the desk, which keeps what it knows once more when it is left.
  await page.goto('/robots.txt')
  await page.evaluate((byMs) => {
    const older = (key: string, value: unknown) => (key === 'dataUpdatedAt' ? Number(value) - byMs : value)
    localStorage.setItem(
      'desk-loaded',
      JSON.stringify(JSON.parse(localStorage.getItem('desk-loaded') ?? '', older)),
    )
  }, byMs)
}

export const label = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: name }).first()

/** A telephone in a hand, and a screen in the evening. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const screen = { viewport: { width: 1440, height: 900 } }

export const test = withShop
export type { TestShop }
export { expect }
