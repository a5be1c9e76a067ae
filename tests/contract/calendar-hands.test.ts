import { describe, expect, it } from 'vitest'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { businessEvent } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/shop.ts'
import { eventUid } from '../../server/appointments/identity.ts'
import { caldavCalendar } from '../../server/calendar/caldav/caldav-calendar.ts'
import { ChangedMeanwhile } from '../../server/calendar/remote-calendar.ts'
import { openAtGoogle } from './support/google-shop.ts'
import { eventStart, openRadicale } from './support/radicale.ts'
import { testNoon } from './support/shop-server.ts'
import { openAround } from './support/synced-shop.ts'

const signal = () => AbortSignal.timeout(100_000)

/** What the owner does to the one event that stands there. */
interface Hand {
  reword(): Promise<unknown>
  makeWholeDay(): Promise<unknown>
  makeWeekly(): Promise<unknown>
}

async function atGoogle() {
  const { api, ...around } = await openAtGoogle()
  const change = async (changed: Parameters<typeof api.change>[1]) => {
    const [id = ''] = api.events.keys()
    api.change(id, changed)
  }
  const hand: Hand = {
    reword: () => change({ summary: 'Changed' }),
    makeWholeDay: () => change({ start: { date: '2026-12-03' }, end: { date: '2026-12-04' } }),
    makeWeekly: () => change({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] }),
  }
  return { ...around, hand }
}

async function atRadicale() {
  const radicale = await openRadicale()
  const { CALDAV_USERNAME: username, CALDAV_PASSWORD: password } = radicale.env
  const account = { url: radicale.url, username, password }
  const around = await openAround(caldavCalendar(account, { shop, now: () => testNoon }))
  const href = async () => (await radicale.objects())[0]?.href ?? ''
  const edit = async (change: (text: string) => string) => radicale.edit(await href(), change)
  const hand: Hand = {
    reword: () => edit((text) => text.replace('SUMMARY:', 'SUMMARY:Changed ')),
    makeWholeDay: () =>
      edit((text) =>
        text
          .replace(eventStart, '$1DTSTART;VALUE=DATE:20261203')
          .replace(/DTEND[^\r\n]*/, 'DTEND;VALUE=DATE:20261204'),
      ),
    makeWeekly: () => edit((text) => text.replace('END:VEVENT', 'RRULE:FREQ=WEEKLY;COUNT=3\r\nEND:VEVENT')),
  }
  return { ...around, hand }
}

const eventOf = (appointment: StoredAppointment) => {
  const { id, sequence } = appointment
  const event = { ...businessEvent(appointment, shop), uid: eventUid(id), sequence }
  return { ...event, status: 'confirmed' as const }
}
const during = { startEpochMs: testNoon, endEpochMs: Date.UTC(2027, 0, 1) }

describe.each([
  { where: 'at Google', open: atGoogle },
  { where: 'on a CalDAV server', open: atRadicale },
])('our event and the owner’s hand, $where:', ({ open }) => {
  async function openWithEvent() {
    const opened = await open()
    const appointment = await opened.book()
    await opened.show(appointment)
    const find = () => opened.remote.find(eventUid(appointment.id), signal())
    return { ...opened, event: eventOf(appointment), find, known: (await find()) ?? expect.fail() }
  }

  it('it does not stand there when it was cancelled while its writing was held up', async () => {
    const { book, show, remote } = await open()
    const appointment = await book()
    const find = () => remote.find(eventUid(appointment.id), signal())
    const { create } = remote
    remote.create = async (...event) => {
      await show({ ...appointment, status: 'cancelled', sequence: 1 })
      expect(await find()).toBeNull()
      await create(...event)
      expect(await find()).not.toBeNull()
    }
    await show(appointment)
    expect(await find()).toBeNull()
  })

  it('it is left alone when it was changed since it was read', async () => {
    const { remote, known, event, find, hand } = await openWithEvent()
    await hand.reword()
    const changed = await find()
    await expect(remote.move(known, event, signal())).rejects.toThrow(ChangedMeanwhile)
    await expect(remote.reword(known, event, signal())).rejects.toThrow(ChangedMeanwhile)
    await expect(remote.erase(known, signal())).rejects.toThrow(ChangedMeanwhile)
    expect(await find()).toEqual(changed)
  })

  it.each(['makeWholeDay', 'makeWeekly'] as const)(
    'it is put back once, and at its time: %s',
    async (done) => {
      const { remote, known, event, find, hand } = await openWithEvent()
      await hand[done]()
      const changed = (await find()) ?? expect.fail()
      expect(changed.allDay).toBe(done === 'makeWholeDay')
      await remote.move(changed, event, signal())
      const { uid, startEpochMs, endEpochMs } = known
      const time = { startEpochMs, endEpochMs }
      expect(await find()).toMatchObject({ uid, ...time, allDay: false })
      expect((await remote.read(during, signal())).busy).toMatchObject([{ ownUid: uid, ...time }])
    },
  )
})
