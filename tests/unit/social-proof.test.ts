import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { socialProof } from '../../demo/social-proof.ts'
import {
  liveLines,
  nextDelayMs,
  nextFigures,
  simulatedLines,
  startFigures,
} from '../../web/page/social-proof/figures.ts'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('simulated figures', () => {
  it('start at 2-6 viewers and 6-9 slots', () => {
    fc.assert(
      fc.property(fc.infiniteStream(chance), (stream) => {
        const random = () => stream.next().value ?? 0
        const { viewers, slots, lastBooked } = startFigures(random)
        expect(viewers).toBeGreaterThanOrEqual(2)
        expect(viewers).toBeLessThanOrEqual(6)
        expect(slots).toBeGreaterThanOrEqual(6)
        expect(slots).toBeLessThanOrEqual(9)
        expect(socialProof.simulated.lastBooked).toContain(lastBooked)
      }),
    )
    expect(startFigures(() => 0)).toEqual({ viewers: 2, slots: 6, lastBooked: '2 minutes' })
    expect(startFigures(() => 0.999)).toEqual({ viewers: 6, slots: 9, lastBooked: '4 hours' })
  })

  it('never pass 8 viewers or 12 slots, and reach them', () => {
    let figures = startFigures(() => 0)
    for (let step = 0; step < 30; step += 1) figures = nextFigures(figures, () => 0.999)
    expect(figures).toMatchObject({ viewers: 8, slots: 12 })
  })

  it('never fall to a number that the sentence could not be said of', () => {
    let figures = startFigures(() => 0.999)
    for (let step = 0; step < 30; step += 1) figures = nextFigures(figures, () => 0)
    expect(figures).toMatchObject({ viewers: 2, slots: 6 })
  })

  it('change after 5 to 15 s', () => {
    expect(nextDelayMs(() => 0)).toBe(5000)
    expect(nextDelayMs(() => 1)).toBe(15_000)
  })

  it('are said in the words of the specification', () => {
    expect(simulatedLines({ viewers: 4, slots: 7, lastBooked: '15 minutes' })).toEqual([
      '4 people viewing this page',
      'Only 7 consultation slots left this month',
      'Last booked: 15 minutes ago',
    ])
  })
})

describe('live figures', () => {
  const figures = { viewers: 3, open_times_left_this_month: 5, minutes_since_last_booking: 125 }

  it('are said like the simulated ones', () => {
    expect(liveLines(figures)).toEqual([
      '3 people viewing this page',
      'Only 5 consultation slots left this month',
      'Last booked: 2 hours ago',
    ])
  })

  it.each([
    [0, '1 minute'],
    [1, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [1440, '1 day'],
    [10_080, '7 days'],
  ])('count %i minutes as %s', (minutes_since_last_booking, span) => {
    expect(liveLines({ ...figures, minutes_since_last_booking })[2]).toBe(`Last booked: ${span} ago`)
  })

  it('are silent where they would say nothing', () => {
    const nothing = { viewers: 1, open_times_left_this_month: 0, minutes_since_last_booking: null }
    expect(liveLines(nothing)).toEqual([null, null, null])
    expect(liveLines({ ...figures, open_times_left_this_month: 300 })[1]).toBeNull()
    expect(liveLines({ ...figures, minutes_since_last_booking: 10_081 })[2]).toBeNull()
  })
})
