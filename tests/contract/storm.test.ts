import { describe, expect, it } from 'vitest'
import { storm } from '../storm/storm.ts'

/** `npm run storm` does the same with thousands of bookings and many more kills. */
const small = { bookings: 60, kills: 1, seed: 5 }

describe('a small storm', () => {
  it.each([
    { engine: 'sqlite', processes: 1, ...small },
    { engine: 'postgres', processes: 2, ...small },
  ] as const)(
    'loses, repeats and forgets nothing on $engine',
    async (options) => {
      const { facts, findings } = await storm(options)
      expect(findings.filter(({ count }) => count !== 0)).toEqual([])
      expect(facts).toMatchObject({
        'servers killed': options.kills,
        'restored from a backup': 1,
        'calendar emptied and restored': 1,
        'times closed and hours shortened': '1, 1',
        'hostile entries in the calendar': 3,
      })
      expect(facts.booked).toBeGreaterThan(20)
    },
    1_200_000,
  )
})
