import { expect, it } from 'vitest'
import { formFacts, pageFacts, withFacts } from '../../booking/public-api.ts'
import { opening } from '../../demo/opening-hours.ts'
import { everyDay } from '../support/week.ts'

it('what the owner calls the clock is written as HTML takes a text, whatever stands in it', () => {
  const timeHint = 'Central time <CT> & "ours", $& 9:00 AM to 5:00 PM.'
  expect(withFacts('<p title="%TIME_HINT%">%TIME_HINT%</p>', { timeHint })).toBe(
    ['<p title="', '">', '</p>'].join(
      'Central time &lt;CT> &amp; &quot;ours&quot;, $&amp; 9:00 AM to 5:00 PM.',
    ),
  )
})

it.each([
  [null, '9999-12-31'],
  [1, '2026-12-02'],
  [30, '2026-12-31'],
])('with %j as the most days ahead, a date field ends at %j', (latestDaysAhead, latestDate) => {
  const shop = { opening: { ...opening, latestDaysAhead }, timeZone: 'America/Chicago' }
  expect(formFacts(shop, Date.parse('2026-12-01T18:00Z'))).toMatchObject({
    earliestDate: '2026-12-02',
    latestDate,
  })
})

it.each([
  ['17:30', '18:30'],
  ['23:00', '00:00'],
  ['23:30', '00:30'],
])('search engines are told of a last start at %s that the door closes at %s', (lastStart, closing) => {
  const week = everyDay([`09:00-${lastStart}`], { sunday: [] })
  const shop = { opening: { ...opening, week }, timeZone: 'America/New_York' }
  const { openingHours } = pageFacts(shop, 0, { publicUrl: '', anonKey: '' })
  expect(openingHours).toBe(`Mo-Sa 09:00-${closing}`)
})
