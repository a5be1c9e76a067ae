import { describe, expect, it } from 'vitest'
import { jobsOfPuttingBack } from '../../server/appointments/follow-up-jobs.ts'
import { engines } from './support/engines.ts'
import { at, idOf, openAtGoogle } from './support/google-shop.ts'
import { ann, testNoon } from './support/shop-server.ts'

const day = ann.appointment_date

describe.each(engines)(
  'a closed time whose event the owner deletes in Google Calendar, kept in %s',
  (engine) => {
    async function openWith(times: readonly string[], closures = ['16:00']) {
      const { api, book, show, read, desk, storage, showBlockedTime, remote } = await openAtGoogle(engine)
      for (const from of closures)
        await showBlockedTime(
          await desk.block({
            from: `${day}T${from}`,
            to: `${day}T${from.replace('00', '30')}`,
            reason: '',
          }),
        )
      const closureIds = [...api.events.keys()]
      const booked = await Promise.all(times.map((appointment_time) => book({ ...ann, appointment_time })))
      for (const appointment of booked) await show(appointment)
      await read()
      const change = (ids: readonly string[], status: 'confirmed' | 'cancelled') => {
        for (const id of ids) api.change(id, { status })
      }
      const during = { startEpochMs: at(day, '00:00'), endEpochMs: at(day, '23:00') }
      const closed = async () => (await storage.blockedTimes.during(during)).length
      const held = async () => (await storage.polls.findings(remote.id, testNoon)).onHold.length
      return {
        read,
        storage,
        remote,
        show,
        showBlockedTime,
        closureIds,
        booked,
        change,
        closed,
        held,
        during,
      }
    }

    it.each([
      { what: 'is alone there, after two consultations were cancelled', times: ['09:00', '11:00'] },
      { what: 'goes with two others', closures: ['09:00', '12:00', '16:00'] },
    ])('is open again, where it $what', async ({ times = [], closures }) => {
      const { read, closureIds, booked, change, closed } = await openWith(times, closures)
      change(booked.map(idOf), 'cancelled')
      for (const _ of [1, 2]) await read()
      expect(await closed()).toBe(closureIds.length)
      change(closureIds, 'cancelled')
      for (const _ of [1, 2]) await read()
      expect(await closed()).toBe(0)
    })

    it.each([
      { when: 'before they were held back', readings: 1 },
      { when: 'after they were held back', readings: 2 },
    ])(
      'is open again, where the consultations that went with it have come back $when',
      async ({ readings }) => {
        const { read, closureIds, booked, change, closed, held } = await openWith(['09:00', '11:00', '13:00'])
        change([...closureIds, ...booked.map(idOf)], 'cancelled')
        for (let reading = 0; reading < readings; reading++) await read()
        expect(await closed()).toBe(1)
        change(booked.map(idOf), 'confirmed')
        for (const _ of [1, 2, 3]) await read()
        expect(await held()).toBe(0)
        expect(await closed()).toBe(0)
      },
    )

    it('stays closed until it is written again, where the owner has asked for that', async () => {
      const { read, storage, remote, show, showBlockedTime, closureIds, booked, change, closed, during } =
        await openWith(['09:00', '11:00', '13:00'])
      change([...closureIds, ...booked.map(idOf)], 'cancelled')
      for (const _ of [1, 2]) await read()
      expect(await storage.polls.putBack(remote.id, (kind) => jobsOfPuttingBack(kind, testNoon))).toBe(4)
      for (const appointment of booked) await show(appointment)
      for (const _ of [1, 2, 3]) await read()
      expect(await closed()).toBe(1)
      for (const closure of await storage.blockedTimes.during(during)) await showBlockedTime(closure)
      for (const _ of [1, 2, 3]) await read()
      expect(await closed()).toBe(1)
    })
  },
)
