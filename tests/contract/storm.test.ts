import { expect, it } from 'vitest'
import { storm } from '../storm/storm.ts'

/** `npm run storm` does the same with thousands of bookings, many more kills, and one more process. */
const options = { bookings: 60, kills: 1, seed: 5, ...JSON.parse(process.env.STORM ?? '{}') }

it.each([
  ['sqlite', 1],
  ['postgres', process.env.STORM ? 3 : 2],
] as const)(
  'a storm loses, repeats, and forgets nothing on %s',
  async (engine, processes) => {
    const { facts, findings } = await storm({ engine, processes, ...options })
    if (process.env.STORM) console.table(facts)
    expect(findings).toEqual([])
    expect(facts).toMatchObject({
      'kill a server': options.kills,
      'restore the backup': 1,
      'empty the calendar and restore it': 1,
      'close a time': 1,
      'close one place': 1,
      'shorten the hours': 1,
      'send a hostile invitation': 1,
    })
    expect(facts.overbooked).toBeGreaterThan(0)
    expect(facts.booked).toBeGreaterThan(options.bookings / 4)
    expect(facts.unansweredInKills).toBeGreaterThanOrEqual(options.kills)
  },
  7_200_000,
)
