import { shortDates, shortTimes } from '#copy/dates.ts'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import type { WallStretch } from '../../../booking/appointment.ts'
import type { ReportedKind } from '../../../booking/job-kinds.ts'
import { consultation, getKind } from '../../../booking/kinds.ts'
import type { DeskAppointment, DeskCalls } from '../../../booking/owner-api.ts'
import { sourceWords as wordsOf } from '../../../booking/sources.ts'
import {
  addDays,
  epochMsToWallTime,
  formatDay,
  formatTime,
  minutesToTime,
  splitDate,
  timeToMinutes,
} from '../../../booking/time.ts'
import type { Stretch } from '../timeline/scale.ts'

/** @param instant - ISO 8601, or epoch milliseconds */
export const toWallTime = (instant: string | number) =>
  epochMsToWallTime(new Date(instant).getTime(), business.timeZone)

export const withDots = (...parts: (string | false | null | undefined)[]) => parts.filter(Boolean).join(' · ')

function inYear(words: string, date: string): string {
  const { year } = splitDate(date)
  const now = splitDate(toWallTime(Date.now()).date)
  return year === now.year ? words : shortDates.inYear(words, year)
}

/** "Nov 12", "Nov 12, 2024" */
export const shortDate = (date: string) => inYear(bareDate(date), date)
export function bareDate(date: string): string {
  const { month, day } = splitDate(date)
  return shortDates.monthDay(shortDates.short(month), day)
}
export function monthDay(date: string): string {
  const { month, day } = splitDate(date)
  return inYear(shortDates.monthDay(month, day), date)
}
/** "Tuesday, November 12", "Tuesday, November 12, 2024" */
export const fullDate = (date: string) => inYear(formatDay(date), date)
export const monthShort = (date: string) => shortDates.short(splitDate(date).month)
export const weekdayShort = (date: string) => shortDates.short(splitDate(date).weekday)
export const weekdayLong = (date: string) => splitDate(date).weekday
/** "November", or "January 2027" if that isn't the year of `from`. */
export function monthWords(date: string, from: string): string {
  const { month, year } = splitDate(date)
  return year === splitDate(from).year ? month : shortDates.monthYear(month, year)
}
export const dayOfMonth = (date: string) => splitDate(date).day

export function momentWords(instant: string | number): string {
  const { date, time } = toWallTime(instant)
  return `${shortDate(date)}, ${formatTime(time)}`
}

/** "4:02 PM", or "Nov 12, 4:02 PM" if it isn't today. */
export function sinceWords(epochMs: number, today: string): string {
  const { date, time } = toWallTime(epochMs)
  return date === today ? formatTime(time) : momentWords(epochMs)
}

/** "Monday, November 23 at 3:00 PM" */
export function startWords(instant: string): string {
  const { date, time } = toWallTime(instant)
  return shortDates.shortMoment(fullDate(date), formatTime(time))
}

/** "Fri, Dec 4, 9:00 AM" */
export const shortStart = (date: string, time: string) =>
  `${weekdayShort(date)}, ${shortDate(date)}, ${formatTime(time)}`

type Start = Pick<DeskAppointment, 'appointment_date' | 'appointment_time'>

const nearDay = (date: string, today: string) =>
  date === today ? 'today' : date === addDays(today, 1) ? 'tomorrow' : undefined

/** "today, 5:00 PM", "Tue, Dec 1, 9:30 AM" */
export function nearStart({ appointment_date, appointment_time }: Start, today: string): string {
  const near = nearDay(appointment_date, today)
  return near
    ? desk.news.near[near](formatTime(appointment_time))
    : shortStart(appointment_date, appointment_time)
}

/** "Tomorrow, Saturday, November 28 at 12:00 PM" */
export function dayAndTime({ appointment_date, appointment_time }: Start): string {
  const near = nearDay(appointment_date, toWallTime(Date.now()).date)
  const moment = shortDates.shortMoment(fullDate(appointment_date), formatTime(appointment_time))
  return near ? desk.news.nearDay[near](moment) : moment
}

function splitTime(time: string) {
  const [hour = '', minute = ''] = time.split(':')
  return { hour: Number(hour), minute }
}

const clockTime = (minutes: number) => splitTime(minutesToTime(Math.min(minutes, 24 * 60 - 1)))

export const hoursWords = ({ from, to }: Stretch) => shortTimes.range(clockTime(from), clockTime(to))
export const betweenWords = (first: string, last: string) =>
  shortTimes.between(splitTime(first), splitTime(last))

const [lunchFrom, lunchTo] = [11 * 60, 14 * 60]

export const isLunch = ({ from, to }: Stretch) => from < lunchTo && to > lunchFrom
export const breakWords = (stretch: Stretch) => (isLunch(stretch) ? desk.day.lunchBreak : desk.day.break)

/** "10:30", without AM or PM, next to a timeline. */
export const bareTime = (time: string) => shortTimes.bare(splitTime(time))
/** AM or PM, after the bare time. */
export const timeHalf = (time: string) => shortTimes.half(splitTime(time))
/** "10", "10:30" */
export const numeral = (minutes: number) => shortTimes.numeral(splitTime(minutesToTime(minutes)))
/** "10-3" */
export const numeralHours = ({ from, to }: Stretch) =>
  shortTimes.numerals(splitTime(minutesToTime(from)), splitTime(minutesToTime(to)))

export const sourceWords = (source: string | null) => (source === null ? null : wordsOf(source))

export const otherKind = ({ kind }: DeskAppointment) => (kind === consultation ? null : getKind(kind).name)

/** "told Nov 27", once the client knows that it's ready. */
export function toldWords({ told }: Pick<DeskAppointment, 'told'>): string | false {
  const ready = told.find(({ what }) => what === 'ready')
  return ready !== undefined && desk.telling.told(shortDate(toWallTime(ready.at).date))
}

/** @param isLong - "first visit" instead of "first" */
export function statusWords(appointment: DeskAppointment, isLong = false): string {
  const { status, history, booked_by, visit } = appointment
  if (status === 'cancelled')
    return history.at(-1)?.by === 'shop' ? desk.day.cancelledByYou : desk.day.cancelledByClient
  return booked_by === 'shop' ? desk.day.bookedByYou : desk[isLong ? 'visitNumber' : 'ordinal'](visit)
}

export const kindWords = (kind: ReportedKind): string => desk.kinds[kind]

/** Rounds to tenths; 0 and 10 only for exactly none and all. */
export function inTen(count: number, all: number): number {
  if (count === 0 || count === all) return count && 10
  return Math.min(9, Math.max(1, Math.round((10 * count) / all)))
}

/** The first and the last day of a closed time. One that ends at midnight doesn't reach the next day. */
export function closedDays({ from, to }: WallStretch): readonly [first: string, last: string] {
  const [first, end] = [from.slice(0, 10), to.slice(0, 10)]
  return [first, to.endsWith('T00:00') ? addDays(end, -1) : end]
}

/** "Closed Monday, January 4 to Saturday, January 9.", "Closed 1:30-3:00 PM on Tuesday, December 22." */
export function closedWords(closed: WallStretch): string {
  const [first, last] = closedDays(closed)
  const [from, to] = [closed.from.slice(11), closed.to.slice(11)]
  const areWhole = from === '00:00' && (to === '00:00' || to === '23:59')
  if (areWhole) return desk.closing.closedDays(fullDate(first), fullDate(last))
  if (first === last) {
    const stretch = { from: timeToMinutes(from), to: to === '00:00' ? 24 * 60 : timeToMinutes(to) }
    return desk.closing.closedHours(hoursWords(stretch), fullDate(first))
  }
  const moment = (date: string, time: string) => shortDates.shortMoment(fullDate(date), formatTime(time))
  return desk.closing.closedDays(moment(first, from), moment(closed.to.slice(0, 10), to))
}

export const reopenedWords = ({ still_closed }: DeskCalls['reopen_time']['answers']) =>
  still_closed ? desk.closing.stillClosed : desk.closing.reopened

const errors = [
  [
    /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ESOCKET|EDNS|TimeoutError)/,
    desk.pending.why.unreachable,
  ],
  [/^EENVELOPE/, desk.pending.why.refused],
  [/^EAUTH/, desk.pending.why.password],
  [/^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/, desk.pending.why.certificate],
] as const

/** Explains an error code of a failed delivery, or returns the code. */
export const errorWords = (error: string) => errors.find(([code]) => code.test(error))?.[1] ?? error
