import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { callOrText } from '#copy/phone.ts'
import { fillInFacts, formFacts, pageFacts } from '../../booking/public-api.ts'
import { business } from '../../demo/business.ts'
import { opening } from '../../demo/opening-hours.ts'
import { queryClient } from '../../web/page/load-api.ts'
import * as figures from '../../web/page/social-proof/figures.ts'
import { CallOrText, PhoneParagraph, UnbrokenNumber } from '../../web/ui/phone-number.tsx'
import { everyDay } from '../support/week.ts'

const weekend = (saturday: string[]) => everyDay(['09:00-17:00'], { saturday, sunday: [] })

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

  it.each<[said: string, change: Partial<typeof opening>]>([
    ['Every day 9 AM-6 PM', {}],
    ['Mon-Fri 9 AM-6 PM\nSat 10-3\nSun closed', { week: weekend(['10:00-14:00']) }],
    ['Mon-Fri 9 AM-6 PM\nSat 9:30-12, 1-5 PM\nSun closed', { week: weekend(['09:30-11:00', '13:00-16:00']) }],
    [
      'Mon-Sat 9 AM-6 PM\nSun closed\nDec 13 10-3\nClosed Dec 2, Dec 14, and Dec 15',
      {
        week: everyDay(['09:00-17:00'], { sunday: [] }),
        // December 6 is a Sunday, and December 16 is more than two weeks away.
        dates: {
          ...{ '2026-12-15': [], '2026-12-02': [], '2026-12-01': [], '2026-12-06': [], '2026-12-14': [] },
          ...{ '2026-12-13': ['10:00-14:00'], '2026-12-16': [], '2026-12-05': ['09:00-17:00'] },
        },
      },
    ],
  ])('describe the hours as %j', (said, change) => {
    const shop = { opening: { ...opening, ...change }, timeZone: 'America/Chicago' }
    expect(formFacts(shop, Date.parse('2026-12-01T18:00Z')).hoursWords).toBe(said)
  })

  it('include the hours of dates in the form’s range, and the week’s in its hint', () => {
    const dates = { '2026-12-20': ['08:00-19:30'] }
    const facts = formFacts({ opening: { ...opening, dates }, timeZone: 'America/Chicago' }, 0)
    expect(facts).toMatchObject({ firstStart: '08:00', lastStart: '19:30' })
    expect(facts.timeHint).toContain('9:00\u00a0AM')
  })

  const toldToSearchEngines = (change: Partial<typeof opening>) => {
    const shop = { opening: { ...opening, ...change }, timeZone: 'America/Chicago' }
    const { openingHours } = pageFacts(shop, Date.parse('2026-12-01T18:00Z'), { publicUrl: '', anonKey: '' })
    return JSON.parse(`[${openingHours}]`)
  }

  it.each([
    ['17:30', '18:30'],
    ['23:00', '00:00'],
    ['23:30', '00:30'],
  ])('tell search engines, for a last start at %s, that the shop closes at %s', (lastStart, closes) => {
    const week = everyDay([`09:00-${lastStart}`], { sunday: [] })
    expect(toldToSearchEngines({ week })).toEqual([
      {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
        opens: '09:00',
        closes,
      },
    ])
  })

  it('tell search engines about special hours in the next 60 days, and merge neighboring dates', () => {
    const dates = {
      ...{ '2026-12-25': [], '2026-12-24': [], '2026-12-26': [], '2026-12-01': [], '2027-02-01': [] },
      ...{ '2026-12-31': ['10:00-11:00', '13:00-14:00'], '2026-12-15': ['09:00-17:00'] },
    }
    const [week, ...special] = toldToSearchEngines({ week: everyDay(['09:00-17:00']), dates })
    expect(week.dayOfWeek).toHaveLength(7)
    const lastDay = { validFrom: '2026-12-31', validThrough: '2026-12-31' }
    expect(special).toMatchObject([
      { validFrom: '2026-12-24', validThrough: '2026-12-26', opens: '00:00', closes: '00:00' },
      { ...lastDay, opens: '10:00', closes: '12:00' },
      { ...lastDay, opens: '13:00', closes: '15:00' },
    ])
  })
})

it('shows all of a message that has the phone number twice', () => {
  const { display, dial } = business.phone
  const [before, after] = ['Please ', `, again ${display}, and we book you in.`]
  const shown = (part: ComponentType<{ text: string }>) =>
    renderToStaticMarkup(createElement(part, { text: `${before}${callOrText}${after}` }))
  expect(shown(UnbrokenNumber)).toBe(
    `${before}call or text <span class="no-break" translate="no">${display}</span>${after}`,
  )
  const links = renderToStaticMarkup(createElement(CallOrText, { isInSentence: true }))
  for (const scheme of ['tel', 'sms']) expect(links).toContain(`href="${scheme}:${dial}"`)
  expect(shown(PhoneParagraph)).toBe(`<p>${before}${links}${after}</p>`)
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
