import type { OpenRadicale } from './radicale.ts'
import { type OpenShop, until } from './shop-server.ts'

let markers = 0

/**
 * Waits until the shop has read the calendar as it stands now, so many times: a marker of its own on a day that no
 * test looks at closes a time there.
 */
export async function isRead(radicale: OpenRadicale, shop: OpenShop, times = 1): Promise<void> {
  for (let time = 0; time < times; time++) {
    // In winter, when it is 10:00 in Dallas at 16:00 in Greenwich.
    const start = new Date(Date.UTC(2027, 11, 1 + (markers++ % 80), 16))
    const [date = ''] = start.toISOString().split('T')
    const at = `${date.replaceAll('-', '')}T16`
    await radicale.putEvent(`marker-${markers}`, [`DTSTART:${at}0000Z`, `DTEND:${at}3000Z`])
    await until(async () => !(await shop.openTimes(date)).includes('10:00'))
  }
}

/** Waits until so many appointments stand in the calendar and the shop has seen them there. */
export async function stand(radicale: OpenRadicale, shop: OpenShop, count: number): Promise<void> {
  await until(async () => {
    const events = (await radicale.events()).filter(({ event }) => event.summary.startsWith('Consultation'))
    return events.length === count
  })
  const { run } = await shop.database()
  await until(async () => {
    const [row] = await run("select count(*) as count from synced_events where status = 'confirmed'")
    return Number(row?.count) === count
  })
  await isRead(radicale, shop)
}

export async function eventOf(radicale: OpenRadicale, name: string) {
  const found = (await radicale.events()).find(({ event }) => event.summary.includes(name))
  if (!found) throw new Error(`No event of ${name} stands in the calendar.`)
  return found
}
