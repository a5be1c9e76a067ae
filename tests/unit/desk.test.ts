import { describe, expect, it } from 'vitest'
import { desk } from '#copy/desk.ts'
import { deskHours } from '#copy/desk-hours.ts'
import { findOpeningFaults, type Starts } from '../../booking/opening-hours.ts'
import { formatTime } from '../../booking/time.ts'
import { opening } from '../../demo/opening-hours.ts'
import { toDeskError } from '../../web/desk/errors.tsx'
import { holidaysFrom } from '../../web/desk/hours/holidays.ts'
import { toChanges, toTyped } from '../../web/desk/hours/typed.ts'
import * as week from '../../web/desk/hours/week.ts'
import {
  bareTime,
  betweenWords,
  errorWords,
  hoursWords,
  inTen,
  numeral,
  timeHalf,
} from '../../web/desk/ui/words.ts'
import { everyDay, shopWeek } from '../support/week.ts'

const hours = (...stretches: string[]) => stretches.map((stretch) => stretch.split('-') as [string, string])
const lunch = hours('09:00-11:00', '13:00-17:00')

describe('a break', () => {
  it('is lunch from noon, and ends the appointments before it', () => {
    const planned = week.nextBreak(hours('09:00-17:00'), 60)
    expect(planned).toEqual({ index: 0, from: 12 * 60, to: 13 * 60 })
    expect(planned && week.withBreak(hours('09:00-17:00'), planned, 60)).toEqual(lunch)
    expect(week.breakAfter(lunch, 0, 60)).toEqual({ from: 12 * 60, to: 13 * 60 })
    expect(week.withoutBreak(lunch, 0)).toEqual(hours('09:00-17:00'))
  })

  it.each([
    [
      'the middle hour of the longest stretch when noon is taken',
      lunch,
      { index: 1, from: 15 * 60, to: 16 * 60 },
    ],
    [
      'the middle hour when noon is out of reach',
      hours('14:00-20:00'),
      { index: 0, from: 17 * 60, to: 18 * 60 },
    ],
    ['missing where no appointment fits before or after it', hours('10:00-11:00'), null],
    ['missing around one start', hours('12:00-12:00'), null],
    ['missing while the hours are typed', hours('-17:00'), null],
    ['missing on a closed day', [], null],
  ])('is %s', (_, day, planned) => {
    expect(week.nextBreak(day, 60)).toEqual(planned)
  })

  it('leaves hours that the server accepts, whatever they were before', () => {
    for (const durationMinutes of [15, 45, 60, 90])
      for (const first of ['07:15', '09:00', '11:30', '16:00']) {
        let day: Starts[] = hours(`${first}-22:00`)
        for (let more = week.nextBreak(day, durationMinutes); more; ) {
          day = week.withBreak(day, more, durationMinutes)
          const monday = day.map((starts) => starts.join('-'))
          const changed = { ...opening, durationMinutes, week: { ...opening.week, monday } }
          expect(findOpeningFaults(changed)).toEqual([])
          more = week.nextBreak(day, durationMinutes)
        }
        expect(day.length).toBeGreaterThan(1)
      }
  })
})

it('sends a typed week as read, and draws it on one scale of whole hours', () => {
  expect(week.toWeek(week.toTypedWeek(shopWeek))).toEqual(shopWeek)
  const scale = (shown: typeof shopWeek) => week.getScale(week.toTypedWeek(shown), 60)
  expect(scale(shopWeek)).toEqual({ from: 9 * 60, to: 18 * 60 })
  expect(scale(everyDay(['08:30-17:15']))).toEqual({ from: 8 * 60, to: 19 * 60 })
  expect(scale(everyDay(['10:00-10:00']))).toEqual({ from: 10 * 60, to: 11 * 60 })
})

it('sends only the changed field of the hours, with the value that the owner saw', () => {
  const seen = toTyped(opening)
  const typed = { ...seen, week: { ...seen.week, sunday: [] }, reminderHoursBefore: '' }
  expect(toChanges(seen, typed)).toEqual({
    week: { ...opening.week, sunday: [] },
    reminderHoursBefore: null,
    before: { week: opening.week, reminderHoursBefore: opening.reminderHoursBefore },
  })
})

describe('the federal holidays', () => {
  it('cover the next twelve months, with the days on which they’re observed', () => {
    expect(holidaysFrom('2026-11-24').map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-11-26 Thanksgiving Day',
      '2026-12-25 Christmas Day',
      `2027-01-01 ${deskHours.holidayNames["New Year's Day"]}`,
      '2027-01-18 Martin Luther King Jr. Day',
      '2027-02-15 Washington’s Birthday',
      '2027-05-31 Memorial Day',
      `2027-06-18 ${deskHours.observed('Juneteenth')}`,
      '2027-06-19 Juneteenth',
      '2027-07-04 Independence Day',
      `2027-07-05 ${deskHours.observed('Independence Day')}`,
      '2027-09-06 Labor Day',
      '2027-10-11 Columbus Day',
      '2027-11-11 Veterans Day',
    ])
  })

  it('include a New Year’s Day that is observed in December, and today', () => {
    const dates = holidaysFrom('2027-12-25').map(({ date }) => date)
    expect(dates.slice(0, 3)).toEqual(['2027-12-25', '2027-12-31', '2028-01-01'])
  })
})

describe('the desk’s copy', () => {
  it('matches the names that automation relies on', () => {
    const { appointment, adding, closing } = desk
    expect([
      ...[desk.previousDay, desk.nextDay, desk.today, desk.book, desk.close, desk.find, desk.figures],
      ...[desk.opening, desk.mails, desk.download, desk.signOut, desk.back, desk.bookNext],
    ]).toEqual([
      ...['Previous day', 'Next day', 'Today', 'Add a booking', 'Close a time', 'Find a client', 'Figures'],
      ...['Opening hours', 'Sent emails', 'Download', 'Sign out', 'Back', 'Book next'],
    ])
    const { call, text, mail, move, cancel, came, didNotCome, note, save } = appointment
    expect([
      call,
      text,
      mail,
      move,
      cancel,
      came,
      didNotCome,
      note,
      save,
      adding.book,
      closing.closeTime,
    ]).toEqual([
      ...['Call', 'Text', 'Email', 'Move', 'Cancel appointment', 'Came', 'Did not come', 'Note', 'Save'],
      ...['Book', 'Close this time'],
    ])
    const { name, phone, email, date, time, kind, source } = adding
    expect([name, phone, email, date, time, kind, source]).toEqual([
      ...['Full Name', 'Phone Number', 'Email Address', 'Date', 'Time', 'Kind', 'How they heard about us'],
    ])
  })

  it('counts the client’s visits', () => {
    const ordinals = [1, 10, 11, 12, 13, 20, 21, 22, 23, 101, 111].map(desk.ordinal).join(' ')
    expect(ordinals).toBe('first tenth 11th 12th 13th 20th 21st 22nd 23rd 101st 111th')
  })

  it('shortens times: AM and PM once if they’re the same, and no minutes at the full hour', () => {
    const [ten, noon, half, midnight] = [10 * 60, 12 * 60, 13 * 60 + 30, 24 * 60]
    const range = (from: number, to: number) => hoursWords({ from, to }).replaceAll('\u00a0', ' ')
    expect([range(ten, ten + 30), range(ten, noon), range(noon, half), range(half, midnight)]).toEqual([
      ...['10:00-10:30 AM', '10:00 AM-12:00 PM', '12:00-1:30 PM', '1:30-11:59 PM'],
    ])
    expect([ten, noon, half, midnight].map(numeral)).toEqual(['10', '12', '1:30', '12'])
    const between = ['11:02', '11:47', '12:05'].map((last) => betweenWords('11:02', last))
    expect(between.map((words) => words.replaceAll('\u00a0', ' '))).toEqual([
      ...['11:02 AM', '11:02 to 11:47 AM', '11:02 AM to 12:05 PM'],
    ])
    expect(`${bareTime('00:15')}${timeHalf('00:15')}`).toBe(formatTime('00:15'))
  })

  it('says none, or all, of ten only for no one, or everyone', () => {
    expect([0, 1, 14, 29, 30].map((count) => inTen(count, 30))).toEqual([0, 1, 5, 9, 10])
  })

  it('explains why something wasn’t delivered, and shows a code only if there’s no text for it', () => {
    const codes = ['EENVELOPE 450', 'ECONNREFUSED', 'ESOCKET', 'EAUTH 535', 'CERT_HAS_EXPIRED', 'Error 507']
    const { refused, unreachable, password, certificate } = desk.pending.why
    const words = [refused, unreachable, unreachable, password, certificate, 'Error 507']
    expect(codes.map(errorWords)).toEqual(words)
  })

  it.each([
    ['signed-out', 403, { message: 'Only the owner may do that.', code: '42501' }],
    ['signed-out', 401, { message: 'You are not signed in.', code: 'PGRST301' }],
    // A failure on the way to the server says nothing about the session.
    ['refused', 403, { message: '<h1>Forbidden</h1>' }],
    ['refused', 401, { message: '' }],
  ])('describes %s at %i with %o', (kind, status, error) => {
    expect(toDeskError(status, error).kind).toBe(kind)
  })

  it('says that nothing was sent only if that’s certain', () => {
    const lost = (mayBeDone: boolean) =>
      toDeskError(0, { message: 'TypeError: Failed to fetch' }, mayBeDone).kind
    expect([lost(true), lost(false)]).toEqual(['unsure', 'unreachable'])
  })
})
