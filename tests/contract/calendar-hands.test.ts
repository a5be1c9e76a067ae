import { describe, expect, it } from 'vitest'
import { type OwnedEvent, shopDomain } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/opening-hours.ts'
import { caldavCalendar } from '../../server/calendar/caldav/calendar.ts'
import { ChangedMeanwhile } from '../../server/calendar/calendar.ts'
import { behind } from './support/behind.ts'
import { openAtGoogle } from './support/google-shop.ts'
import { eventStart, shareRadicale } from './support/radicale.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { eventOf, openAround, signal } from './support/synced-shop.ts'

const openCalendar = shareRadicale()

/** What the owner does to the calendar's only event. */
interface Hand {
  reword(): Promise<unknown>
  makeWholeDay(): Promise<unknown>
  makeWeekly(): Promise<unknown>
  /** Makes it repeat, and deletes the first of its times. */
  makeWeeklyFromTheNext(): Promise<unknown>
  /** Changes it while the server is about to change it. */
  rewordMeanwhile(): void
}

async function atGoogle() {
  const { api, ...around } = await openAtGoogle()
  const change = async (changed: Parameters<typeof api.change>[1]) => {
    const [id = ''] = api.events.keys()
    api.change(id, changed)
  }
  const makeWeekly = () => change({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  const hand: Hand = {
    reword: () => change({ summary: 'Changed' }),
    makeWholeDay: () => change({ start: { date: '2026-12-03' }, end: { date: '2026-12-04' } }),
    makeWeekly,
    async makeWeeklyFromTheNext() {
      await makeWeekly()
      for (const id of api.events.keys())
        api.changeInstance(`${id}_20261203T160000Z`, { status: 'cancelled' })
    },
    rewordMeanwhile: () => api.failNext(412, 'conditionNotMet', 'PATCH'),
  }
  /** Nothing is found, as in a calendar that is no longer shared. */
  const goAway = () => {
    for (const _ of [1, 2, 3, 4]) api.failNext(404, 'notFound')
  }
  const standing = async () => JSON.stringify([...api.events.values()])
  return { ...around, hand, goAway, standing }
}

async function atRadicale() {
  const radicale = await openCalendar()
  const { CALDAV_USERNAME: username, CALDAV_PASSWORD: password } = radicale.env
  let answers404 = 0
  let meanwhile = async () => {}
  const url = await behind(radicale.url, {
    answerTo: () => (answers404-- > 0 ? { status: 404, xml: '' } : null),
    async delays(body) {
      if (body.length > 0) return
      await meanwhile()
      meanwhile = async () => {}
    },
  })
  const around = await openAround(
    caldavCalendar({ url, username, password }, { shop, uidDomain: shopDomain, now: () => testNoon }),
  )
  const href = async () => (await radicale.objects())[0]?.href ?? ''
  const edit = async (change: (text: string) => string) => radicale.edit(await href(), change)
  const reword = () => edit((text) => text.replace('SUMMARY:', 'SUMMARY:Changed '))
  const weekly = 'RRULE:FREQ=WEEKLY;COUNT=3'
  const hand: Hand = {
    reword,
    makeWholeDay: () =>
      edit((text) =>
        text
          .replace(eventStart, '$1DTSTART;VALUE=DATE:20261203')
          .replace(/DTEND[^\r\n]*/, 'DTEND;VALUE=DATE:20261204'),
      ),
    makeWeekly: () => edit((text) => text.replace('END:VEVENT', `${weekly}\r\nEND:VEVENT`)),
    makeWeeklyFromTheNext: () =>
      edit((text) => text.replace('END:VEVENT', `${weekly}\r\nEXDATE:20261203T160000Z\r\nEND:VEVENT`)),
    rewordMeanwhile: () => {
      meanwhile = reword
    },
  }
  const goAway = () => {
    answers404 = 4
  }
  const standing = async () => JSON.stringify(await radicale.objects())
  return { ...around, hand, goAway, standing }
}

const nobody = ({ attendee: _, ...event }: OwnedEvent) => ({ ...event, summary: 'Somebody', description: '' })
const during = { startEpochMs: testNoon, endEpochMs: Date.UTC(2027, 0, 1) }

describe.each([
  { where: 'at Google', open: atGoogle },
  { where: 'on a CalDAV server', open: atRadicale },
])('an event of the shop $where', ({ open }) => {
  async function openWithEvent() {
    const opened = await open()
    const appointment = await opened.bookShown()
    const find = () => opened.remote.find(eventOf(appointment), signal())
    return { ...opened, event: eventOf(appointment), find, known: (await find()) ?? expect.fail() }
  }

  it('is gone when its appointment was canceled while it was being written', async () => {
    const { book, show, remote } = await open()
    const appointment = await book()
    const find = () => remote.find(eventOf(appointment), signal())
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

  it('stays as it is when the owner changed it since it was read', async () => {
    const { remote, known, event, find, hand } = await openWithEvent()
    await hand.reword()
    const changed = await find()
    await expect(remote.move(known, event, signal())).rejects.toThrow(ChangedMeanwhile)
    await expect(remote.erase(known, signal())).rejects.toThrow(ChangedMeanwhile)
    expect(await find()).toEqual(changed)
    hand.rewordMeanwhile()
    await expect(remote.reword(event, signal())).rejects.toThrow(ChangedMeanwhile)
  })

  it('is not taken for deleted when the whole calendar is gone', async () => {
    const { remote, known, event, find, goAway, standing } = await openWithEvent()
    const words = nobody(event)
    goAway()
    await expect(find()).rejects.toThrow('404')
    await expect(remote.reword(words, signal())).rejects.toThrow('404')
    expect(await find()).toEqual(known)
    await remote.reword(words, signal())
    expect(await standing()).not.toContain(ann.full_name)
  })

  it('names no one after the client’s data was deleted, even without its own time', async () => {
    const { remote, event, find, hand, standing } = await openWithEvent()
    expect(await standing()).toContain(ann.full_name)
    await hand.makeWeeklyFromTheNext()
    expect(await find()).toBeNull()
    await remote.reword(nobody(event), signal())
    expect(await find()).toBeNull()
    const text = await standing()
    expect(text).toContain('Somebody')
    expect(text).not.toContain(ann.full_name)
  })

  it.each(['makeWholeDay', 'makeWeekly'] as const)('is put back once, at its time: %s', async (done) => {
    const { remote, known, event, find, hand } = await openWithEvent()
    await hand[done]()
    const changed = (await find()) ?? expect.fail()
    expect(changed.allDay).toBe(done === 'makeWholeDay')
    await remote.move(changed, event, signal())
    const { uid, startEpochMs, endEpochMs } = known
    const time = { startEpochMs, endEpochMs }
    expect(await find()).toMatchObject({ uid, ...time, allDay: false })
    expect((await remote.read(during, signal())).busy).toMatchObject([{ ownUid: uid, ...time }])
  })
})
