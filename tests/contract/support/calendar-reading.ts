import { expect } from 'vitest'
import type { OpenCalendar } from './radicale.ts'
import { type OpenShop, waitFor } from './shop-server.ts'

let markers = 0

/** Waits until the shop polled the calendar that often: it sees a new event on a day that no test uses. */
export async function waitForPolls(calendar: OpenCalendar, shop: OpenShop, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    // In summer it's 10:00 in Dallas when it's 15:00 in Greenwich.
    const start = new Date(Date.UTC(2027, 6, 1 + (markers++ % 80), 15))
    const [date = ''] = start.toISOString().split('T')
    const at = `${date.replaceAll('-', '')}T15`
    expect(await shop.openTimes(date)).toContain('10:00')
    await calendar.putEvent(`marker-${markers}`, [`DTSTART:${at}0000Z`, `DTEND:${at}3000Z`])
    await waitFor(async () => !(await shop.openTimes(date)).includes('10:00'))
  }
}

/** The events of this server: consultations and closed times. */
export const ownEvents = async (calendar: OpenCalendar) =>
  (await calendar.events()).filter(({ event }) => /^(Consultation|Closed)/.test(event.summary))

/** Waits until the calendar has that many events of this server, and the shop has seen them there. */
export async function waitForEvents(calendar: OpenCalendar, shop: OpenShop, count: number): Promise<void> {
  await waitFor(async () => (await ownEvents(calendar)).length === count)
  const { run } = await shop.database()
  await waitFor(
    async () => (await run("select uid from synced_events where status = 'confirmed'")).length === count,
  )
  await waitForPolls(calendar, shop)
}

export async function findEvent(calendar: OpenCalendar, name: string) {
  const found = (await calendar.events()).find(({ event }) => event.summary.includes(name))
  if (!found) throw new Error(`The calendar has no event of ${name}.`)
  return found
}

export const findHref = async (calendar: OpenCalendar, name: string) => (await findEvent(calendar, name)).href

/** Restores a deleted object. */
export const putBack = (calendar: OpenCalendar, { href, text }: { href: string; text: string }) =>
  calendar.putText(href.split('/').at(-1)?.replace('.ics', '') ?? '', text)
