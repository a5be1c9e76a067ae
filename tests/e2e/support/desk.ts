import type { Locator, Page, Route } from '@playwright/test'
import { desk } from '#copy/desk.ts'
import { deskHours } from '#copy/desk-hours.ts'
import { appointmentPath } from '../../../booking/links.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { expect, holdRequests, type TestShop, test as withShop } from './test.ts'

export { expect, holdRequests as hold }

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true }
export const screen = { viewport: { width: 1440, height: 900 }, hasTouch: false }

/** The desk opens on this day: the tests' clock says Tuesday, 10:30 PM, so it's the next one with a client. */
export const day = { date: '2026-12-03', heading: 'Thursday, December 3' }

const headers = { apikey: 'public-demo-key', 'content-type': 'application/json' }

/** Without an idle connection, which the server may close as the next request leaves. */
export const ownConnectionHeaders = { ...headers, connection: 'close' }

type Booked = Pick<DeskAppointment, 'id' | 'appointment_date'>

export async function openTimes(shop: TestShop, on: string): Promise<string[]> {
  return (await fetch(`${shop.url}/rest/v1/rpc/open_times?on=${on}`, { headers })).json()
}

export const getPath = ({ appointment_date, id }: Booked) => appointmentPath(appointment_date, id)

/** The link that the server printed at startup. */
export const deskLink = (shop: TestShop) => shop.deskLink.replace(/^.*(?=\/\?desk)/, '')

/**
 * Signs in at a desk that no browser shows.
 * @returns a function that makes one of the owner's calls there
 */
export async function callAsOwner(shop: TestShop) {
  const call = async (path: string, body: object, more = {}) => {
    const init = { method: 'POST', headers: { ...headers, ...more }, body: JSON.stringify(body) }
    const answer = await fetch(`${shop.url}${path}`, init)
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  const token_hash = new URL(shop.deskLink).hash.slice(1)
  const { access_token } = await call('/auth/v1/verify', { type: 'magiclink', token_hash })
  const authorization = `Bearer ${access_token}`
  return (name: string, data: object) => call(`/rest/v1/rpc/${name}`, data, { authorization })
}

/** The server does it, but its answer is lost. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/** The owner's actions at the desk in this page, and at another desk. */
export function ownerAt(page: Page, shop: TestShop) {
  const owner = {
    banner: page.locator('.band'),
    dialog: page.getByRole('dialog'),
    heading: page.getByRole('heading', { level: 1 }),
    nameField: page.getByLabel(desk.adding.name),
    timeField: page.getByLabel(desk.adding.time, { exact: true }),
    note: page.getByLabel(/^(Note|This (consultation|fitting|pickup))\b/),
    undo: page.getByRole('button', { name: desk.undo, exact: true }),
    /** Books as a client does, without the page. */
    async bookAsClient(full_name: string, time: string, date = day.date, more = {}) {
      const answer = await page.request.post('/rest/v1/appointments', {
        headers: {
          ...ownConnectionHeaders,
          prefer: 'return=representation',
          accept: 'application/vnd.pgrst.object+json',
          ...more,
        },
        data: {
          full_name,
          email: `${full_name.toLowerCase().replaceAll(' ', '.')}@example.com`,
          // With the same number, one client would be on the other's second visit.
          phone: `(214) 555-${String(1000 + Number(time.replace(':', '')))}`,
          appointment_date: date,
          appointment_time: time,
          referral_source: 'google',
        },
      })
      expect(answer.status()).toBe(201)
      return (await answer.json()) as Booked
    },
    label: (name: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first(),
    /** A client's name on the day, which opens the appointment. */
    nameLink: (name = 'Priya Raman') => page.getByRole('link', { name, exact: true }),
    button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }),
    press: (name: string | RegExp, within: Page | Locator = page) =>
      within.getByRole('button', { name, exact: true }).click(),
    /** Goes to a view of the open desk, e.g. "book?at=10:00". */
    goTo: (view = '', date = day.date) => page.goto(`/?desk#/day/${date}/${view}`),
    async signIn() {
      await page.goto(deskLink(shop))
      await owner.press(desk.wayIn.open)
      await expect(owner.button(desk.book)).toBeVisible()
    },

    /** Opens the desk on the day of its only client, who booked this time. */
    async openDesk(time = '12:30'): Promise<Booked> {
      const booked = await owner.bookAsClient('Priya Raman', time)
      await owner.signIn()
      await expect(owner.label('Priya Raman')).toBeVisible()
      return booked
    },

    async leave() {
      await owner.press(desk.back)
      await expect(owner.dialog).toBeHidden()
    },

    async saveHours() {
      await owner.press('Save')
      await expect(owner.dialog).toBeHidden()
      await expect(page.getByText(deskHours.saved)).toBeVisible()
    },

    /** The session that the desk stored. Given a number, it first makes the token expire in that many seconds. */
    session: (secondsLeft?: number) =>
      page.evaluate((secondsLeft) => {
        const key = 'sb-127-auth-token'
        const session = JSON.parse(localStorage.getItem(key) ?? '{}')
        const now = Math.floor(Date.now() / 1000)
        if (secondsLeft !== undefined) {
          session.expires_at = now + secondsLeft
          localStorage.setItem(key, JSON.stringify(session))
        }
        return { token: String(session.access_token), isExpired: session.expires_at <= now }
      }, secondsLeft),

    /** One of the owner's calls without the desk, with the page's own session. */
    async ask<Answer>(call: string, data: object): Promise<Answer> {
      const authorization = `Bearer ${(await owner.session()).token}`
      const answer = await page.request.post(`/rest/v1/rpc/${call}`, {
        headers: { ...ownConnectionHeaders, authorization },
        data,
      })
      if (!answer.ok()) throw new Error(await answer.text())
      return answer.json()
    },
    cancel: ({ id }: { id: string }) => owner.ask('cancel_appointment', { id, sequence: 0 }),

    /** Returns to the tab, and the desk fetches again, 30 seconds before its timer would. */
    async comeBack() {
      const show = () =>
        page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      await expect(async () => {
        const asked = page.waitForRequest(/rpc\/agenda/, { timeout: 1000 })
        const [request] = await Promise.all([asked, show()])
        await request.response()
      }).toPass()
      // A pending fetch may have been answered before the change, and wasn't sent again.
      await show()
    },

    /** Makes a change at another desk, and the owner returns to this one. */
    async changeElsewhere<Answer>(call: string, args: object): Promise<Answer> {
      const answer = await owner.ask<Answer>(call, args)
      await owner.comeBack()
      return answer
    },
    /** Books at another desk. This one doesn't show it before it fetches again. */
    bookUnseen: (full_name: string, appointment_time: string, more: object = {}) =>
      owner.ask<DeskAppointment>('book_for_client', {
        full_name,
        appointment_date: day.date,
        appointment_time,
        ...more,
      }),
    async bookElsewhere(
      full_name: string,
      appointment_time: string,
      more?: object,
    ): Promise<DeskAppointment> {
      const booked = await owner.bookUnseen(full_name, appointment_time, more)
      await owner.comeBack()
      return booked
    },
    bookForNow: (full_name: string) =>
      owner.bookElsewhere(full_name, '22:00', { appointment_date: '2026-12-01' }),
    /** Closes a time, e.g. from "16:00" on the open day to "2026-12-05T10:00". */
    blockElsewhere(from: string, to: string, reason = 'Fair') {
      const at = (wallTime: string) => (wallTime.includes('T') ? wallTime : `${day.date}T${wallTime}`)
      const closure = { from: at(from), to: at(to), reason }
      return owner.changeElsewhere<{ closure: { id: string } }>('close_time', closure)
    },

    abort: (call: string) => page.route(`**/rpc/${call}`, (route) => route.abort()),

    /** The data that the desk stored on this device. */
    stored: () => page.evaluate(() => localStorage.getItem('desk-loaded')),

    /** Leaves the desk, which stores its data then, and makes that data older. */
    async ageStored(byMs: number) {
      await page.goto('/robots.txt')
      await page.evaluate((byMs) => {
        const older = (key: string, value: unknown) =>
          key === 'dataUpdatedAt' ? Number(value) - byMs : value
        const aged = JSON.parse(localStorage.getItem('desk-loaded') ?? '', older)
        localStorage.setItem('desk-loaded', JSON.stringify(aged))
      }, byMs)
    },
  }
  return owner
}

export type Owner = ReturnType<typeof ownerAt>

export const test = withShop.extend<{ owner: Owner }>({
  owner: ({ page, shop }, use) => use(ownerAt(page, shop)),
})
export const onPhone = test.extend(phone)
export const onScreen = test.extend(screen)
