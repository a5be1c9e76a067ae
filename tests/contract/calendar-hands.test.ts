import { describe, expect, it } from 'vitest'
import { type OwnedEvent, shopDomain } from '../../booking/calendar-event.ts'
import { shop } from '../../booking/opening-hours.ts'
import { createCaldavCalendar } from '../../server/calendar/caldav/calendar.ts'
import { ChangedMeanwhile } from '../../server/calendar/calendar.ts'
import { startProxy } from './support/behind.ts'
import { openGoogleShop } from './support/google-shop.ts'
import { eventStart, shareRadicale } from './support/radicale.ts'
import { ann, testNoon } from './support/shop-server.ts'
import { openAround, signal, toEvent } from './support/synced-shop.ts'

const openCalendar = shareRadicale()

async function atGoogle() {
  const { api, ...around } = await openGoogleShop()
  const change = async (changed: Parameters<typeof api.change>[1]) => {
    const [id = ''] = api.events.keys()
    api.change(id, changed)
  }
  const makeWeekly = () => change({ recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] })
  return {
    ...around,
    hand: {
      reword: () => change({ summary: 'Changed' }),
      makeWholeDay: () => change({ start: { date: '2026-12-03' }, end: { date: '2026-12-04' } }),
      makeWeekly,
      async makeWeeklyFromTheNext() {
        await makeWeekly()
        for (const id of api.events.keys())
          api.changeInstance(`${id}_20261203T160000Z`, { status: 'cancelled' })
      },
      rewordMeanwhile: () => void api.failNext(412, 'conditionNotMet', 'PATCH'),
      goAway() {
        for (const _ of [1, 2, 3, 4]) api.failNext(404, 'notFound')
      },
    },
    standing: async () => JSON.stringify([...api.events.values()]),
  }
}

async function atRadicale() {
  const radicale = await openCalendar()
  const { CALDAV_USERNAME: username, CALDAV_PASSWORD: password } = radicale.env
  let answers404 = 0
  let meanwhile = async () => {}
  const url = await startProxy(radicale.url, {
    answerTo: () => (answers404-- > 0 ? { status: 404, xml: '' } : null),
    async delays(body) {
      if (body.length > 0) return
      await meanwhile()
      meanwhile = async () => {}
    },
  })
  const account = { url, username, password }
  const remote = createCaldavCalendar(account, { shop, uidDomain: shopDomain, now: () => testNoon })
  const edit = async (change: (text: string) => string) =>
    radicale.edit((await radicale.objects())[0]?.href ?? '', change)
  const add = (...lines: string[]) =>
    edit((text) => text.replace('END:VEVENT', [...lines, 'END:VEVENT'].join('\r\n')))
  const reword = () => edit((text) => text.replace('SUMMARY:', 'SUMMARY:Changed '))
  const weekly = 'RRULE:FREQ=WEEKLY;COUNT=3'
  return {
    ...(await openAround(remote)),
    hand: {
      reword,
      makeWholeDay: () =>
        edit((text) =>
          text
            .replace(eventStart, '$1DTSTART;VALUE=DATE:20261203')
            .replace(/DTEND[^\r\n]*/, 'DTEND;VALUE=DATE:20261204'),
        ),
      makeWeekly: () => add(weekly),
      makeWeeklyFromTheNext: () => add(weekly, 'EXDATE:20261203T160000Z'),
      rewordMeanwhile() {
        meanwhile = reword
      },
      goAway() {
        answers404 = 4
      },
    },
    standing: async () => JSON.stringify(await radicale.objects()),
  }
}

const unnamed = ({ attendee: _, ...event }: OwnedEvent) => ({ ...event, summary: 'No one', description: '' })
const during = { startEpochMs: testNoon, endEpochMs: Date.UTC(2027, 0, 1) }

describe.each([
  { where: 'at Google', open: atGoogle },
  { where: 'on a CalDAV server', open: atRadicale },
])('an event of the shop $where', ({ open }) => {
  async function openWithEvent() {
    const opened = await open()
    const event = toEvent(await opened.bookShown())
    const find = () => opened.remote.find(event, signal())
    return { ...opened, event, find, known: (await find()) ?? expect.fail() }
  }

  it('is removed if its appointment was canceled during the write', async () => {
    const { book, show, remote } = await open()
    const appointment = await book()
    const find = () => remote.find(toEvent(appointment), signal())
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

  it('is left alone if the owner changed it since it was read', async () => {
    const { remote, known, event, find, hand } = await openWithEvent()
    await hand.reword()
    const changed = await find()
    await expect(remote.move(known, event, signal())).rejects.toThrow(ChangedMeanwhile)
    await expect(remote.erase(known, signal())).rejects.toThrow(ChangedMeanwhile)
    expect(await find()).toEqual(changed)
    hand.rewordMeanwhile()
    await expect(remote.reword(event, signal())).rejects.toThrow(ChangedMeanwhile)
  })

  it('doesn’t count as deleted when the whole calendar is gone', async () => {
    const { remote, known, event, find, hand } = await openWithEvent()
    // As in a calendar that is no longer shared.
    hand.goAway()
    await expect(find()).rejects.toThrow('404')
    await expect(remote.reword(unnamed(event), signal())).rejects.toThrow('404')
    expect(await find()).toEqual(known)
  })

  it('contains no name after the client’s data was deleted, even without its own time', async () => {
    const { remote, event, find, hand, standing } = await openWithEvent()
    expect(await standing()).toContain(ann.full_name)
    await hand.makeWeeklyFromTheNext()
    expect(await find()).toBeNull()
    await remote.reword(unnamed(event), signal())
    expect(await find()).toBeNull()
    expect(await standing()).toContain('No one')
    expect(await standing()).not.toContain(ann.full_name)
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
