import { describe, expect, it } from 'vitest'
import { createReader, Unreadable } from '../../server/calendar/caldav/reader.ts'

const years = { startEpochMs: Date.parse('2026-11-25T00:00Z'), endEpochMs: Date.parse('2028-11-25T00:00Z') }

function object(...lines: string[]): string {
  const at = ['UID:one', 'DTSTART:20261203T160000Z', 'DURATION:PT1H']
  const event = ['BEGIN:VEVENT', ...at, ...lines, 'END:VEVENT']
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...event, 'END:VCALENDAR', ''].join('\r\n')
}

describe('the thread that reads what others wrote', () => {
  const numbers = Array.from({ length: 60 }, (_, number) => number).join()
  it.each([
    ['takes too long', `RRULE:FREQ=HOURLY;BYMINUTE=${numbers};BYSECOND=${numbers}`, 11],
    ['takes too much memory', `EXDATE:${Array(1_500_000).fill('20261203T160000Z').join()}`, 0],
    ['is not iCalendar', 'RRULE:FREQ=SOMETIMES', 0],
  ])(
    'gives up an object that %s, reads the next one, and leaves the other thread free',
    async (_, line, turnsMin) => {
      const read = createReader()
      let turns = 0
      const timer = setInterval(() => turns++, 1)
      const bad = read('busyInObject', object(line), years, 'America/Chicago')
      const good = read('busyInObject', object(), years, 'America/Chicago')
      await expect(bad).rejects.toBeInstanceOf(Unreadable)
      clearInterval(timer)
      expect(turns).toBeGreaterThanOrEqual(turnsMin)
      expect((await good).times).toHaveLength(1)
    },
  )
})
