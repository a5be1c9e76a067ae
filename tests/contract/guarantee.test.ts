import { describe, expect, it } from 'vitest'
import { timeOfMinutes } from '../../booking/time.ts'
import { requestErrors } from '../../copy/errors.ts'
import { engines } from './support/engines.ts'
import { ann, openShop } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

const columns = `id, full_name, email, phone, appointment_date, appointment_time, referral_source, created_at_ms,
  seat, start_ms, end_ms, occupied_until_ms, status, sequence`

describe.each(engines)('on %s', (engine) => {
  describe('sending the same six fields again', () => {
    it('is the same appointment, stored once with its jobs, however they are written', async () => {
      const shop = await openShop({ engine })
      const written = { ...ann, full_name: 'Zo\u00eb', email: 'ann@Bücher.example' }
      const first = await shop.book(written)
      expect([first.status, first.data?.email]).toEqual([201, 'ann@xn--bcher-kva.example'])
      for (const again of [
        written,
        { ...written, full_name: ' Zoe\u0308 ', email: ' ann@xn--bcher-kva.example' },
      ]) {
        const { status, data } = await shop.book(again)
        expect([status, data]).toEqual([200, first.data])
      }
      const database = await shop.database()
      expect(await database.run('select id from appointments')).toEqual([{ id: first.data?.id }])
      const rows = await database.run('select kind from jobs order by id')
      const kinds = ['calendar-event', 'business-notification', 'client-invitation', 'client-reminder']
      expect(rows.map((row) => row.kind)).toEqual(kinds)
      await expect.poll(async () => (await shop.notify(written)).error).toBeNull()
    })

    it('is one appointment when all come at once', async () => {
      const shop = await openShop({ engine })
      const answers = await Promise.all(Array.from({ length: 20 }, () => untilAnswered(() => shop.book(ann))))
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
      expect(new Set(answers.map((answer) => answer.data?.id)).size).toBe(1)
    })
  })

  describe('a time that is taken', () => {
    it('is rejected with a sentence and the nearest open times', async () => {
      const shop = await openShop({ engine })
      await shop.book(ann)
      const { status, error } = await shop.book({ ...ann, full_name: 'Bo', appointment_time: '10:59' })
      expect(status).toBe(409)
      expect(error).toMatchObject({
        code: '23P01',
        message:
          '10:59\u00a0AM on Thursday, December 3, 2026 is no longer available. Please choose another time.',
        hint: requestErrors.nearest('11:00, 11:30, 12:00'),
      })
      expect(await shop.openTimes('2026-12-03')).not.toContain('10:30')
      expect((await shop.book({ ...ann, full_name: 'Bo', appointment_time: '11:00' })).status).toBe(201)
      expect((await shop.book({ ...ann, full_name: 'Cy', appointment_time: '09:00' })).status).toBe(201)
    })

    it('goes to exactly as many of a hundred as there are seats', async () => {
      const shop = await openShop({ engine, opening: { capacity: 3 } })
      const wanting = Array.from({ length: 100 }, (_, index) =>
        untilAnswered(() => shop.book({ ...ann, full_name: `Client ${index}` })),
      )
      const statuses = (await Promise.all(wanting)).map((answer) => answer.status)
      expect(statuses.sort()).toEqual([...Array(3).fill(201), ...Array(97).fill(409)])
      const database = await shop.database()
      const rows = await database.run('select seat from appointments order by seat')
      expect(rows.map((row) => row.seat)).toEqual([0, 1, 2])
    })

    it('is rejected by the database itself, past the application', async () => {
      const shop = await openShop({ engine, opening: { capacity: 2 } })
      await shop.book(ann)
      const { run } = await shop.database()
      const twin = run(`insert into appointments (${columns}) select 'twin', full_name, email, phone,
        appointment_date, appointment_time, referral_source, created_at_ms, 1, start_ms, end_ms, occupied_until_ms,
        status, sequence from appointments`)
      await expect(twin).rejects.toThrow(/unique/i)
      const copy = (seat: number, laterMs: number) =>
        run(`insert into appointments (${columns}) select 'other-${seat}-${laterMs}', 'Other', email, phone,
          appointment_date, appointment_time, referral_source, created_at_ms, ${seat}, start_ms + ${laterMs},
          end_ms + ${laterMs}, occupied_until_ms + ${laterMs}, status, sequence from appointments limit 1`)
      await expect(copy(0, 0)).rejects.toThrow('appointments_overlap')
      await expect(copy(0, 3_599_999)).rejects.toThrow('appointments_overlap')
      for (const seat of [2, -1]) await expect(copy(seat, 0)).rejects.toThrow('appointments_seat')
      await copy(0, 3_600_000)
      const other = "where id = 'other-0-3600000'"
      for (const change of ['start_ms = start_ms - 1', 'occupied_until_ms = occupied_until_ms + 1']) {
        const longer = run(`update appointments set ${change}`)
        await expect(longer).rejects.toThrow('appointments_overlap')
      }
      await run(`update appointments set status = 'cancelled' ${other}`)
      await copy(0, 3_600_001)
      const revived = run(`update appointments set status = 'confirmed' ${other}`)
      await expect(revived).rejects.toThrow('appointments_overlap')
    })

    it('is taken by as many as there are fitters, and their buffers count', async () => {
      const shop = await openShop({ engine, opening: { capacity: 2, bufferMinutes: 15 } })
      const at = async (full_name: string, appointment_time: string) =>
        (await shop.book({ ...ann, full_name, appointment_time })).status
      expect(await at('A', '10:00')).toBe(201)
      expect(await at('B', '10:00')).toBe(201)
      expect(await at('C', '11:14')).toBe(409)
      expect(await at('C', '11:15')).toBe(201)
    })

    it('is made free by changing seats, when two fitters together have the time', async () => {
      const shop = await openShop({ engine, opening: { capacity: 2 } })
      const at = async (full_name: string, appointment_time: string) =>
        (await shop.book({ ...ann, full_name, appointment_time })).status
      // One fitter is free from 10:00 on, the other until 10:30: nobody alone has the hour from 09:45.
      expect(await at('A', '09:00')).toBe(201)
      expect(await at('B', '10:30')).toBe(201)
      const { run } = await shop.database()
      await run("update appointments set seat = 1 where full_name = 'B'")
      expect(await shop.openTimes('2026-12-03')).toContain('09:30')
      expect(await at('C', '09:45')).toBe(201)
      expect(await at('D', '09:45')).toBe(409)
      const seats = await run('select full_name, seat from appointments order by full_name')
      expect(seats.map((row) => row.seat)).toEqual([0, 0, 1])
      await expect(run('update appointments set seat = 0')).rejects.toThrow('appointments_overlap')
    })

    it('goes to as many as fit, without gaps, however the requests arrive', async () => {
      const [capacity, bufferMinutes] = [3, 15]
      const shop = await openShop({ engine, opening: { capacity, bufferMinutes } })
      // Someone wants every minute of the day, in a fixed order that only looks random.
      const minutes = Array.from({ length: 240 }, (_, index) => 9 * 60 + ((index * 173) % 480))
      const answers = await Promise.all(
        minutes.map((minute, index) =>
          untilAnswered(() =>
            shop.book({ ...ann, full_name: `Client ${index}`, appointment_time: timeOfMinutes(minute) }),
          ),
        ),
      )
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201, 409]))
      const { run } = await shop.database()
      const stored = await run('select start_ms, occupied_until_ms, seat from appointments')
      expect(stored).toHaveLength(answers.filter((answer) => answer.status === 201).length)
      const takenAt = (atMs: number) =>
        stored.filter((row) => Number(row.start_ms) <= atMs && Number(row.occupied_until_ms) > atMs)
      // A rejected time had a moment at which every seat was taken.
      const midnightMs = Date.UTC(2026, 11, 3, 6)
      for (const [index, { status }] of answers.entries()) {
        const startMs = midnightMs + (minutes[index] ?? 0) * 60_000
        const moments = Array.from({ length: 60 + bufferMinutes }, (_, at) => startMs + at * 60_000)
        const peak = Math.max(...moments.map((atMs) => takenAt(atMs).length))
        expect(peak).toBeLessThanOrEqual(capacity)
        if (status === 409) expect(peak).toBe(capacity)
      }
    })
  })
})
