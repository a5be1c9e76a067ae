import { expect, it, vi } from 'vitest'

vi.mock('../../site/business.ts', async (original) => ({
  ...(await original<object>()),
  fullName: 'Ann; Bo, Ltd.\\, Tailors',
}))

const { calendarText, newCalendar } = await import('../../server/icalendar/write-event.ts')

it('a name of the shop with a comma, a semicolon or a backslash is one text in a calendar (RFC 5545, 3.3.11)', () => {
  const lines = calendarText(newCalendar([], { name: 'Ann; Bo, Ltd.\\' })).split('\r\n')
  expect(lines).toContain('PRODID:-//Ann\\; Bo\\, Ltd.\\\\\\, Tailors//Booking//EN')
  for (const property of ['NAME', 'X-WR-CALNAME'])
    expect(lines).toContain(`${property}:Ann\\; Bo\\, Ltd.\\\\`)
})
