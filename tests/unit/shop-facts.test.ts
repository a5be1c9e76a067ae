import { describe, expect, it } from 'vitest'
import { kindErrorWords, openingErrorWords as words } from '#copy/errors.ts'
import { findKindErrors, getDuration, isDuration, kindIds } from '../../booking/kinds.ts'
import { findOpeningFaults, shop } from '../../booking/opening-hours.ts'
import { openingSentence } from '../../booking/sentences.ts'
import { business } from '../../demo/business.ts'
import { kinds } from '../../demo/kinds.ts'
import { opening } from '../../demo/opening-hours.ts'
import type { AppointmentKind, Opening } from '../../demo/types.ts'
import { processConfig } from '../../server/config.ts'
import { findShopErrors, formatShopError } from '../../server/shop-facts.ts'
import { everyDay } from '../support/week.ts'

const { consultation, fitting } = kinds as Record<'consultation' | 'fitting', AppointmentKind>
const withFitting = (change: object) => ({ ...kinds, fitting: { ...fitting, ...change } as AppointmentKind })
const errorsOf = (changed: object) =>
  findOpeningFaults({ ...opening, ...changed } as Opening).map(openingSentence)
const twoStretches = ['09:00-12:00', '13:00-17:00']

describe('the opening hours', () => {
  const wrongDays: [message: string, days: object][] = [
    [words.day('Friday'), { friday: undefined }],
    [words.day('Friday'), { friday: '09:00-17:00' }],
    [words.stretch('Tuesday', '9:30-17:00'), { tuesday: ['9:30-17:00'] }],
    [words.order('Monday', '5:01\u00a0PM', '5:00\u00a0PM'), { monday: ['17:01-17:00'] }],
    // The consultation at 12:30 PM lasts until 1:30 PM.
    [words.overlap('Friday', '1:30\u00a0PM'), { friday: ['09:00-12:30', '13:00-17:00'] }],
    [words.overlap('Sunday', '6:00\u00a0PM'), { sunday: ['13:00-17:00', '09:00-12:00'] }],
  ]
  const badStretches = ['9:00-9:00', '09:00-24:00', '09:00-17:00 ', '09:00-12:00-17:00']
  const longer = { durationMinutes: 90, week: everyDay([], { monday: twoStretches }) }

  it.each<[message: string, changed: object]>([
    ...badStretches.map((stretch): [string, object] => [
      words.stretch('Monday', stretch),
      { week: everyDay([stretch]) },
    ]),
    ...wrongDays.map(([message, days]): [string, object] => [
      message,
      { week: { ...opening.week, ...days } },
    ]),
    [words.times, { week: undefined }],
    [words.overlap('Monday', '1:30\u00a0PM'), longer],
    [words.oneOpen, { week: everyDay([]) }],
    [words.duration, { durationMinutes: 14 }],
    [words.duration, { durationMinutes: 7.5 }],
    [words.buffer, { bufferMinutes: -1 }],
    [words.buffer, { durationMinutes: 60, bufferMinutes: 24 * 60 - 59 }],
    [words.capacity(50), { capacity: 0 }],
    [words.capacity(50), { capacity: 51 }],
    [words.offeredEvery, { offeredEveryMinutes: 0 }],
    [words.dates, { dates: { '2026-02-30': [] } }],
    [words.stretch('Thursday, December 24, 2026', '10:00'), { dates: { '2026-12-24': ['10:00'] } }],
    [
      words.order('Thursday, December 24, 2026', '3:00\u00a0PM', '2:00\u00a0PM'),
      { dates: { '2026-12-24': ['15:00-14:00'] } },
    ],
    [words.busyCloses, { busyCloses: 'no one' }],
    [words.hoursAhead(72), { earliestHoursAhead: 73 }],
    [words.daysAhead(3650), { latestDaysAhead: 0 }],
    [words.daysAhead(3650), { latestDaysAhead: 3651 }],
    [words.changesUntil, { changesUntilHoursBefore: -1 }],
    [words.reminder, { reminderHoursBefore: 0 }],
  ])('are rejected with "%s" as %o', (message, changed) => {
    expect(errorsOf(changed)).toEqual([message])
  })

  it.each([
    { week: everyDay(['00:00-23:59']) },
    { week: everyDay(['12:00-12:00']) },
    // Without a break, the second begins when the last appointment of the first ends.
    { week: everyDay(twoStretches) },
    { week: everyDay(['09:00-17:00', '18:00-18:00', '19:00-23:00']) },
    { week: everyDay([], { sunday: ['09:00-17:00'] }) },
    { durationMinutes: 15, bufferMinutes: 24 * 60 - 15, offeredEveryMinutes: 5, capacity: 50 },
    { dates: { '2026-12-24': ['10:00-12:00', '13:00-13:00'], '2026-12-25': [] }, earliestHoursAhead: 0 },
    { busyCloses: 'one', earliestHoursAhead: 72 },
    { latestDaysAhead: 1, changesUntilHoursBefore: 0 },
    { latestDaysAhead: null, reminderHoursBefore: null },
  ])('are accepted at the limits: %o', (changed) => {
    expect(errorsOf(changed)).toEqual([])
  })
})

describe('the kinds of appointment', () => {
  it('begin with the consultation, which is as long as the opening hours say', () => {
    expect(kindIds).toEqual(['consultation', 'fitting', 'pick-up'])
    const halfHours = { ...shop, opening: { ...shop.opening, durationMinutes: 30 } }
    expect(getDuration('consultation', halfHours)).toBe(30)
    expect(getDuration('fitting', halfHours)).toBe(fitting.durationMinutes)
    expect(consultation.durationMinutes).toBeUndefined()
  })

  it.each([14, 241, 30.5, 0, undefined, '45'])('are rejected with a length of %s', (durationMinutes) => {
    expect(isDuration(durationMinutes)).toBe(false)
    const rule = { path: ['fitting', 'durationMinutes'], message: kindErrorWords.duration(15, 240) }
    expect(findKindErrors(withFitting({ durationMinutes }))).toEqual([rule])
    for (const allowed of [15, 240])
      expect(findKindErrors(withFitting({ durationMinutes: allowed }))).toEqual([])
  })

  const next = kindErrorWords.next(kindIds.join(', '))
  it.each([
    ['a name', withFitting({ name: '' }), ['fitting', 'name'], kindErrorWords.text],
    [
      'a list of what to bring',
      withFitting({ bring: undefined }),
      ['fitting', 'bring'],
      kindErrorWords.bring,
    ],
    ['a next kind', withFitting({ next: 'hemming' }), ['fitting', 'next'], next],
    ['an id', { ...kinds, 'last fitting': fitting }, ['last fitting'], kindErrorWords.id],
    [
      'consultation',
      { fitting: { ...fitting, next: 'fitting' } },
      ['consultation'],
      kindErrorWords.consultation,
    ],
  ])('are rejected without %s', (_, wrong, path, message) => {
    expect(findKindErrors(wrong as Record<string, AppointmentKind>)).toEqual([{ path, message }])
  })
})

describe('the demo’s kinds', () => {
  it('promise nothing on the day they’re booked, and have their own “ready” text', () => {
    for (const { name, title, lead, ready } of Object.values(kinds)) {
      expect(`${title} ${lead}`).not.toMatch(/\bready\b|basted/i)
      expect(ready).toEqual(name === 'Consultation' ? undefined : expect.stringMatching(/\bready\b/))
    }
  })
})

describe('the facts of a shop', () => {
  it('are accepted in demo/, and for a shop with only a few', () => {
    expect(findShopErrors({ business, opening, kinds })).toEqual([])
    const website = { label: 'o.ie', url: 'http://o.ie' }
    const small = { ...business, timeZone: 'America/Phoenix', email: 'o&o@o.ie', website, social: [] }
    expect(findShopErrors({ business: small, opening, kinds })).toEqual([])
  })

  it('are each reported with their place if invalid, and the server doesn’t start', () => {
    const wrong = {
      business: {
        ...business,
        address: { ...business.address, regionName: undefined as unknown as string },
        phone: { ...business.phone, dial: '2145550142' },
        timeZone: 'America/Dallas',
        email: 'fittings at tailor.example',
        website: { ...business.website, url: 'www.tailor.example' },
        social: [business.website, { label: 'Instagram', url: 'instagram.com/tailor' }],
      },
      opening: { ...opening, week: { ...opening.week, monday: ['9:00-17:00'] } },
      kinds: withFitting({ durationMinutes: 5 }),
    }
    const errors = findShopErrors(wrong).map(formatShopError)
    expect(errors).toEqual([
      expect.stringMatching(/^business\.ts, address\.regionName: /),
      expect.stringMatching(/^business\.ts, phone\.dial: .*\+12145550142/),
      expect.stringMatching(/^business\.ts, timeZone: .*America\/New_York/),
      expect.stringMatching(/^business\.ts, email: /),
      expect.stringMatching(/^business\.ts, website\.url: /),
      expect.stringMatching(/^business\.ts, social\.1\.url: /),
      `opening-hours.ts: ${words.stretch('Monday', '9:00-17:00')}`,
      `kinds.ts, fitting.durationMinutes: ${kindErrorWords.duration(15, 240)}`,
    ])
    for (const error of errors) expect(() => processConfig(wrong)).toThrow(error)
  })

  it.each(['-06:00', '+01:00'])(
    'can’t have an offset like %s as time zone, which has no daylight time',
    (timeZone) => {
      const errors = findShopErrors({ business: { ...business, timeZone }, opening, kinds }).map(
        formatShopError,
      )
      expect(errors).toEqual([expect.stringMatching(/^business\.ts, timeZone: must be the name/)])
    },
  )
})
