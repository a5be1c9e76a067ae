import { expect, it } from 'vitest'
import { fullName } from '../../demo/business.ts'
import { calendarText, newCalendar } from '../../server/calendar/write-ics.ts'

it('a name of the shop with a comma, a semicolon or a backslash is one text in a calendar (RFC 5545, 3.3.11)', () => {
  const lines = calendarText(newCalendar([], { name: 'Ann; Bo, Ltd.\\' })).split('\r\n')
  // Between the name and the trade there is a comma, whatever they are.
  expect(lines).toContain(`PRODID:-//${fullName.replaceAll(',', '\\,')}//Booking//EN`)
  for (const property of ['NAME', 'X-WR-CALNAME'])
    expect(lines).toContain(`${property}:Ann\\; Bo\\, Ltd.\\\\`)
})
