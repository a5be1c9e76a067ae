import { beforeEach, describe, expect, it } from 'vitest'
import { health } from '#copy/terminal.ts'
import type { JobKind } from '../../booking/job-kinds.ts'
import { msPerDay, msPerHour, msPerMinute } from '../../booking/time.ts'
import { version } from '../../server/lib/version.ts'
import { getFreePort } from '../support/free-port.ts'
import { atDesk, createFrozenClock, getAgenda } from './support/desk.ts'
import { type EngineName, engines } from './support/engines.ts'
import { listenForMail, receive } from './support/mail-server.ts'
import { ann, type OpenShop, openShop, testNoon, waitFor } from './support/shop-server.ts'
import { pollOften } from './support/timers.ts'

beforeEach(pollOften)

/** The answer for a monitor. */
async function deepHealth({ url }: OpenShop) {
  const answer = await fetch(`${url}/healthz?deep=1`)
  return { status: answer.status, body: await answer.json() }
}

const healthy = { status: 200, body: { status: 'ok', version } }
const failing = (reason: string) => ({ status: 503, body: { status: 'failing', version, reasons: [reason] } })

const emails: readonly JobKind[] = ['client-invitation', 'business-notification']

/** With a mail server that asks to retry everything later, until the test changes that. */
async function openWithMail(engine: EngineName) {
  const clock = createFrozenClock()
  const mail = { isBusy: true }
  const onData = receive(() => {
    if (mail.isBusy) throw Object.assign(new Error('Later, please'), { responseCode: 451 })
  })
  const shop = await openShop({ engine, now: clock.now, env: { SMTP_URL: await listenForMail({ onData }) } })
  const { run } = await shop.database()
  const tried = "status = 'pending' and leased_until_ms is null and attempts >= "
  return {
    shop,
    mail,
    pass: clock.pass,
    async untilTried(kinds: readonly JobKind[], attempts: number) {
      for (const kind of kinds)
        await waitFor(async () => {
          const rows = await run(`select id from jobs where kind = '${kind}' and ${tried} ${attempts}`)
          return rows.length > 0
        })
    },
    untilSent: (kind: JobKind) =>
      waitFor(async () => {
        const rows = await run(`select id from jobs where kind = '${kind}' and status = 'done'`)
        return rows.length > 0
      }),
    /** As many attempts as there are in hours, with the next one due. */
    haveTried: (attempts: number) =>
      run(`update jobs set attempts = ${attempts}, due_at_ms = 0 where ${tried} 1`),
  }
}

describe.each(engines)('the deep health check on %s', (engine) => {
  it('fails while emails have been failing for an hour, as the desk also shows, until they’re sent', async () => {
    const { shop, mail, pass, untilTried, untilSent, haveTried } = await openWithMail(engine)
    await shop.book(ann)
    pass(5000)
    await untilTried(emails, 1)
    expect(await deepHealth(shop)).toEqual(healthy)
    const desk = await atDesk(shop)
    const day = { from: '2026-12-01', to: '2026-12-01' }
    expect((await getAgenda(desk, day)).failing_emails).toBeNull()

    await haveTried(8)
    pass(msPerHour)
    await untilTried(emails, 9)
    expect(await deepHealth(shop)).toEqual(failing(health.emails))
    expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
    await desk.auth.refreshSession()
    const since = new Date(testNoon).toISOString()
    const fault = expect.stringContaining('451')
    expect((await getAgenda(desk, day)).failing_emails).toEqual({ count: 2, since, fault })

    mail.isBusy = false
    await haveTried(9)
    pass(msPerMinute)
    for (const kind of emails) await untilSent(kind)
    expect(await deepHealth(shop)).toEqual(healthy)
    expect((await getAgenda(desk, day)).failing_emails).toBeNull()
  })

  it('counts a reminder’s failure from its first attempt, not from the booking', async () => {
    const { shop, mail, pass, untilTried, untilSent } = await openWithMail(engine)
    mail.isBusy = false
    await shop.book({ ...ann, appointment_date: '2026-12-09' })
    pass(5000)
    for (const kind of emails) await untilSent(kind)
    mail.isBusy = true
    pass(7 * msPerDay - msPerHour)
    await untilTried(['client-reminder'], 1)
    expect(await deepHealth(shop)).toEqual(healthy)
  })
})

it('the deep health check fails after an hour without reading the calendar', async () => {
  const { now, pass } = createFrozenClock()
  const CALDAV_URL = `http://127.0.0.1:${await getFreePort()}/business/`
  const env = { CALDAV_URL, CALDAV_USERNAME: 'tailor', CALDAV_PASSWORD: 'secret' }
  const shop = await openShop({ now, env })
  expect(await deepHealth(shop)).toEqual(healthy)
  pass(msPerHour + msPerMinute)
  expect(await deepHealth(shop)).toEqual(failing(health.calendar))
})
