/** How dates are said. Not left to the browser: what it writes a date with takes a phone 10 ms to make, for each form. */
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
  /** "Tuesday", "Friday and Saturday" */
  several: (days: readonly string[]) =>
    [days.slice(0, -1).join(', '), ...days.slice(-1)].filter(Boolean).join(' and '),
  day: (weekday: string, month: string, day: number) => `${weekday}, ${month} ${day}`,
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
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`
