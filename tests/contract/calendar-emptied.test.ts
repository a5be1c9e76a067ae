import { describe, expect, it } from 'vitest'
import { calendarNotice } from '../../copy/emails.ts'
import { inOneGo } from './support/behind.ts'
import { isRead, stand } from './support/calendar-reading.ts'
import { openClock } from './support/clock.ts'
import { type EngineName, engines } from './support/engines.ts'
import { openRadicale } from './support/radicale.ts'
import { atTestNoon, runCommand } from './support/run-command.ts'
import { ann, type OpenShop, openShop, until } from './support/shop-server.ts'

const day = ann.appointment_date
const times = ['10:00', '12:00', '14:00', '16:00']

async function openWithFour(engine: EngineName, { now } = openClock()) {
  const radicale = await openRadicale()
  const { env, go } = await inOneGo(radicale)
  const shop = await openShop({ env, engine, now })
  for (const appointment_time of times) await shop.postForm({ ...ann, appointment_time })
  await stand(radicale, shop, times.length)

  /**
   * What a program does that synchronizes an empty calendar: the collection stays, and the token of its state. It is
   * done before the shop reads again, as in life.
   */
  const empty = ({ butFor = 0 } = {}) =>
    go(async () => {
      const ours = (await radicale.events()).filter(({ event }) => event.summary.startsWith('Consultation'))
      for (const { href } of ours.slice(butFor)) await radicale.delete(href)
    })
  return { radicale, env, shop, empty }
}

async function openOf(shop: OpenShop): Promise<string[]> {
  const open = await shop.openTimes(day)
  return times.filter((time) => open.includes(time))
}

const cancellations = async (shop: OpenShop) =>
  (await shop.mails('client-invitation')).filter(({ subject }) => subject?.startsWith('Canceled'))

const answer = async (shop: OpenShop, env: Record<string, string>, word: string) => {
  const database = shop.databaseEnv
  return runCommand(
    'calendar',
    [word],
    { DATA_DIR: shop.dataDir, ...env, ...database, ...atTestNoon },
    shop.folder,
  )
}

describe.each(engines)('a calendar that is emptied event by event, with the appointments in %s', (engine) => {
  it('cancels nothing: the owner is told once, and confirms it', async () => {
    const { radicale, env, shop, empty } = await openWithFour(engine)
    await empty()
    await until(async () => (await shop.mails('calendar-notice')).length === 1)
    const [told] = await shop.mails('calendar-notice')
    expect(told?.subject).toBe(calendarNotice.subject)
    expect(told?.text).toContain('4 appointments have disappeared')
    for (const time of ['10:00 AM', '4:00 PM']) {
      expect(told?.text).toContain(`Thursday, December 3, 2026 at ${time}`)
    }
    expect(told?.text).toContain('npm run calendar -- confirm')
    await isRead(radicale, shop, 2)
    expect(await openOf(shop)).toEqual([])
    expect(await cancellations(shop)).toEqual([])
    expect(await shop.mails('calendar-notice')).toHaveLength(1)

    expect(await answer(shop, env, 'list')).toMatchObject({
      code: 0,
      output: expect.stringContaining('until you decide: 4'),
    })
    expect(await answer(shop, env, 'confirm')).toMatchObject({ code: 0 })
    await until(async () => (await cancellations(shop)).length === times.length)
    expect(await openOf(shop)).toEqual(times)
  })

  it('has a further loss told in a mail of its own, ten minutes later, by a process whose clock is behind', async () => {
    const clock = openClock()
    const { radicale, shop, empty } = await openWithFour(engine, clock)
    await empty({ butFor: 1 })
    await until(async () => (await shop.mails('calendar-notice')).length === 1)
    clock.wind(-30_000)
    await empty()
    const { run } = await shop.database()
    const held = "select uid from synced_events where suspected_change = 'on-hold'"
    await until(async () => (await run(held)).length === times.length)
    await isRead(radicale, shop)
    expect(await shop.mails('calendar-notice')).toHaveLength(1)
    clock.wind(30_000 + 10 * 60_000)
    // Two mails with one Message-ID are shown as one.
    await until(async () => (await shop.mails('calendar-notice')).length === 2)
    const losses = (await shop.mails('calendar-notice')).map(
      ({ text }) => /\d appointments/.exec(text ?? '')?.[0],
    )
    expect(losses.sort()).toEqual(['3 appointments', '4 appointments'])
  })

  it('has its events written again, when the owner asks for that', async () => {
    const { radicale, env, shop, empty } = await openWithFour(engine)
    await empty()
    await until(async () => (await shop.mails('calendar-notice')).length === 1)
    expect(await answer(shop, env, 'put-back')).toMatchObject({ code: 0 })
    await stand(radicale, shop, times.length)
    await isRead(radicale, shop, 2)
    expect(await openOf(shop)).toEqual([])
    expect(await cancellations(shop)).toEqual([])
    expect((await answer(shop, env, 'list')).output).toContain('until you decide: 0')
  })

  it('is as it was when the events come back from the trash', async () => {
    const { radicale, env, shop, empty } = await openWithFour(engine)
    const kept = (await radicale.objects()).filter(({ text }) => text.includes('SUMMARY:Consultation'))
    await empty()
    await until(async () => (await shop.mails('calendar-notice')).length === 1)
    for (const { href, text } of kept) {
      await radicale.putText(href.split('/').at(-1)?.replace('.ics', '') ?? '', text)
    }
    // Two, because what the first has found is noted after its marker.
    await isRead(radicale, shop, 2)
    expect((await answer(shop, env, 'list')).output).toContain('until you decide: 0')
    expect(await openOf(shop)).toEqual([])
    // Later the owner cancels one of them by hand, which is nothing unusual.
    await radicale.delete(kept[0]?.href ?? '')
    await until(async () => (await cancellations(shop)).length === 1)
  })
})

describe('a calendar in which the owner deletes two events', () => {
  it('has both appointments cancelled', async () => {
    const { radicale, shop } = await openWithFour('SQLite')
    const [first, second] = (await radicale.events()).filter(({ event }) =>
      event.summary.startsWith('Consultation'),
    )
    for (const one of [first, second]) await radicale.delete(one?.href ?? '')
    await until(async () => (await cancellations(shop)).length === 2)
    expect(await shop.mails('calendar-notice')).toEqual([])
  })
})
