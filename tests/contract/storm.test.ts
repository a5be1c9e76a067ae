import { describe, expect, it } from 'vitest'
import { storm } from '../storm/storm.ts'

/** `npm run storm` does the same with thousands of bookings and many more kills. */
const small = { bookings: 120, seed: 5 }

describe('a small storm', () => {
  it.each([
    { engine: 'sqlite', processes: 1, kills: 2, ...small },
    { engine: 'postgres', processes: 2, kills: 2, ...small },
  ] as const)(
    'loses, repeats and forgets nothing on $engine',
    async (options) => {
      const { facts, findings, wrong } = await storm(options)
      expect(wrong).toEqual([])
      expect(findings.filter(({ count }) => count !== 0)).toEqual([])
      expect(facts['servers killed']).toBe(options.kills)
      expect(facts.booked).toBeGreaterThan(30)
    },
    400_000,
  )
})
