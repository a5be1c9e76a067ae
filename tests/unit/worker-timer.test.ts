import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createGiveWay, createTimer } from '../../server/jobs/worker.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('the timer of the worker', () => {
  const start = () => {
    const ring = vi.fn()
    const timer = createTimer(ring, () => 0)
    timer.start()
    vi.advanceTimersByTime(0)
    return { timer, ring }
  }

  it('rings when something falls due, and every five seconds in any case', () => {
    const { timer, ring } = start()
    expect(ring).toHaveBeenCalledTimes(1)
    timer.ringBy(3000)
    // What falls due later does not put it off.
    timer.ringBy(4000)
    timer.ringBy(Number.POSITIVE_INFINITY)
    vi.advanceTimersByTime(2999)
    expect(ring).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(1)
    expect(ring).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(10_000)
    expect(ring).toHaveBeenCalledTimes(4)
  })

  it('is silent after it stops, whatever falls due', () => {
    const { timer, ring } = start()
    timer.stop()
    timer.ringBy(0)
    vi.advanceTimersByTime(60_000)
    expect(ring).toHaveBeenCalledTimes(1)
  })
})

describe('a due job', () => {
  it('gives way to bookings that follow each other closely, but not for longer than two seconds', () => {
    const { givesWay, noteBooking } = createGiveWay()
    expect(givesWay()).toBe(false)
    const gaveWay: number[] = []
    for (let ms = 0; ms < 6000; ms += 20) {
      noteBooking()
      if (!givesWay()) gaveWay.push(ms)
      vi.advanceTimersByTime(20)
    }
    expect(gaveWay).toEqual([2000, 4020])
    vi.advanceTimersByTime(50)
    expect(givesWay()).toBe(false)
  })
})
