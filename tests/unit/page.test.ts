import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { fillInFacts, formFacts, pageFacts } from '../../booking/public-api.ts'
import { business } from '../../demo/business.ts'
import { opening } from '../../demo/opening-hours.ts'
import { queryClient } from '../../web/page/load-api.ts'
import * as figures from '../../web/page/social-proof/figures.ts'
import { PhoneParagraph, UnbrokenNumber } from '../../web/ui/phone-number.tsx'
import { everyDay } from '../support/week.ts'

describe('the facts of the page', () => {
  it('are escaped for HTML', () => {
    const timeHint = 'Central time <CT> & "ours", $& 9:00 AM to 5:00 PM.'
    expect(fillInFacts('<p title="%TIME_HINT%">%TIME_HINT%</p>', { timeHint })).toBe(
      ['<p title="', '">', '</p>'].join(
        'Central time &lt;CT> &amp; &quot;ours&quot;, $&amp; 9:00 AM to 5:00 PM.',
      ),
    )
  })

  it.each([
    [null, '9999-12-31'],
    [1, '2026-12-02'],
    [30, '2026-12-31'],
  ])('limit a date field with at most %j days ahead to %j', (latestDaysAhead, latestDate) => {
    const shop = { opening: { ...opening, latestDaysAhead }, timeZone: 'America/Chicago' }
    const facts = formFacts(shop, Date.parse('2026-12-01T18:00Z'))
    expect(facts).toMatchObject({ earliestDate: '2026-12-02', latestDate })
  })

  it.each([
    ['17:30', '18:30'],
    ['23:00', '00:00'],
    ['23:30', '00:30'],
  ])('tell search engines of a last start at %s that the door closes at %s', (lastStart, closing) => {
    const week = everyDay([`09:00-${lastStart}`], { sunday: [] })
    const shop = { opening: { ...opening, week }, timeZone: 'America/New_York' }
    const { openingHours } = pageFacts(shop, 0, { publicUrl: '', anonKey: '' })
    expect(openingHours).toBe(`Mo-Sa 09:00-${closing}`)
  })
})

it('shows all of a message that has the phone number twice', () => {
  const { display, dial } = business.phone
  const text = `Call ${display}, or text ${display}, and we book you in.`
  const marked = (tag: string) =>
    text.replace(display, `${tag}${display}</${tag.slice(1, tag.indexOf(' '))}>`)
  const [plain, linked] = [UnbrokenNumber, PhoneParagraph].map((part) =>
    renderToStaticMarkup(createElement(part, { text })),
  )
  expect(plain).toBe(marked('<span class="no-break">'))
  expect(linked).toBe(`<p>${marked(`<a class="no-break" href="sms:${dial}">`)}</p>`)
})

it('data fetching retries three times, after 1 s, doubling up to 30 s', () => {
  const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {}
  expect(retry).toBe(3)
  if (typeof retryDelay !== 'function') throw new Error('It must depend on the failures.')
  const delays = [0, 1, 2, 4, 5, 20].map((failures) => retryDelay(failures, new Error('Busy')))
  expect(delays).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
})

describe('the social proof (specification, point 9)', () => {
  it('starts at 2-6 viewers and 6-9 slots, and changes every 5 to 15 s', () => {
    expect(figures.startFigures(() => 0)).toEqual({ viewers: 2, slots: 6, lastBooked: '2 minutes' })
    expect(figures.startFigures(() => 0.999)).toEqual({ viewers: 6, slots: 9, lastBooked: '4 hours' })
    expect([figures.nextDelayMs(() => 0), figures.nextDelayMs(() => 1)]).toEqual([5000, 15_000])
  })

  it.each([
    ['never passes, and reaches,', 0.999, { viewers: 8, slots: 12 }],
    ['never falls below', 0, { viewers: 2, slots: 6 }],
  ])('%s its bounds: %s', (_, chance, bounds) => {
    let shown = figures.startFigures(() => 0.5)
    for (let step = 0; step < 30; step += 1) shown = figures.nextFigures(shown, () => chance)
    expect(shown).toMatchObject(bounds)
  })

  const live = { viewers: 4, open_times_left_this_month: 7, minutes_since_last_booking: 125 }

  it('uses the specification’s text for invented and true figures', () => {
    const lines = [
      '4 people viewing this page',
      'Only 7 consultation slots left this month',
      'Last booked: 2 hours ago',
    ]
    expect(figures.simulatedLines({ viewers: 4, slots: 7, lastBooked: '2 hours' })).toEqual(lines)
    expect(figures.liveLines(live)).toEqual(lines)
  })

  it.each([
    [0, '1 minute'],
    [1, '1 minute'],
    [59, '59 minutes'],
    [60, '1 hour'],
    [1440, '1 day'],
    [10_080, '7 days'],
  ])('describes %i minutes as %s', (minutes_since_last_booking, span) => {
    const [, , line] = figures.liveLines({ ...live, minutes_since_last_booking })
    expect(line).toBe(`Last booked: ${span} ago`)
  })

  it('hides a line when the true figures have nothing to say', () => {
    const nothing = { viewers: 1, open_times_left_this_month: 0, minutes_since_last_booking: null }
    expect(figures.liveLines(nothing)).toEqual([null, null, null])
    const tooMany = { ...live, open_times_left_this_month: 300, minutes_since_last_booking: 10_081 }
    expect(figures.liveLines(tooMany).slice(1)).toEqual([null, null])
  })
})
