const listed = (items: readonly string[], word: 'and' | 'or') =>
  items.length < 3 ? items.join(` ${word} `) : `${items.slice(0, -1).join(', ')}, ${word} ${items.at(-1)}`

/** How dates are written. Not `Intl`: each formatter takes a phone 10 ms to create. */
export const dates = {
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  months: [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  /** "Tuesday", "Friday and Saturday", "Monday, Friday, and Saturday" */
  several: (items: readonly string[]) => listed(items, 'and'),
  /** "between 9:00 AM and 11:00 AM or between 1:00 PM and 5:00 PM" */
  either: (items: readonly string[]) => listed(items, 'or'),
  day: (weekday: string, month: string, day: number) => `${weekday}, ${month} ${day}`,
  /** "Sat" and "Nov 28", on a length of tape. */
  tape: (weekday: string, month: string, day: number) =>
    [weekday.slice(0, 3), `${month.slice(0, 3)}\u00a0${day}`] as const,
  date: (weekday: string, month: string, day: number, year: number) => `${weekday}, ${month} ${day}, ${year}`,
  time: (hour: number, minute: string, isMorning: boolean) => `${hour}:${minute} ${isMorning ? 'AM' : 'PM'}`,
  /** "Thursday, December 3, 2026 at 10:30 AM, Dallas time" */
  moment: (date: string, time: string, timeZone: string) => `${date} at ${time}, ${timeZone}`,
}
/** Parts of dates and short forms, for emails and the desk. The page writes dates in full. */
export const shortDates = {
  short: (name: string) => name.slice(0, 3),
  monthDay: (month: string, day: number) => `${month} ${day}`,
  monthYear: (month: string, year: number) => `${month} ${year}`,
  inYear: (words: string, year: number) => `${words}, ${year}`,
  /** "Thu, Dec 3 at 10:30 AM" */
  shortMoment: (day: string, time: string) => `${day} at ${time}`,
}

/** A time of day. */
interface ClockTime {
  /** 0 to 24 */
  hour: number
  minute: string
}
const bareTime = ({ hour, minute }: ClockTime) => `${hour % 12 || 12}:${minute}`
const numeral = (time: ClockTime) => (time.minute === '00' ? `${time.hour % 12 || 12}` : bareTime(time))
const half = ({ hour }: ClockTime) => (hour < 12 ? '\u00a0AM' : '\u00a0PM')
const fullTime = (time: ClockTime) => `${bareTime(time)}${half(time)}`
/** The first of two times, without AM or PM if the second one has the same. */
const firstOf = (first: ClockTime, last: ClockTime) =>
  half(first) === half(last) ? bareTime(first) : fullTime(first)
/** Short forms of times, for the desk. */
export const shortTimes = {
  /** "10:30", where morning and afternoon are obvious. */
  bare: bareTime,
  /** " AM" or " PM", which completes a bare time. */
  half,
  /** "10", "10:30" */
  numeral,
  /** "10-3", in a calendar's cell. */
  numerals: (from: ClockTime, to: ClockTime) => `${numeral(from)}-${numeral(to)}`,
  /** "10:30-11:30 AM", "11:30 AM-12:30 PM" */
  range: (from: ClockTime, to: ClockTime) => `${firstOf(from, to)}-${fullTime(to)}`,
  /** "11:02 to 11:47 AM" */
  between: (first: ClockTime, last: ClockTime) =>
    fullTime(first) === fullTime(last) ? fullTime(first) : `${firstOf(first, last)} to ${fullTime(last)}`,
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
/** "two", "11" */
export const inWords = (count: number) => numbers[count] ?? String(count)
export const capitalize = (words: string) => `${words}`.replace(/^./, (first) => first.toUpperCase())

export const counted = (count: number, singular: string, plural = `${singular}s`) =>
  `${count} ${count === 1 ? singular : plural}`
