import { bookingForm } from '#copy/booking-form.ts'
import { shortDates } from '#copy/dates.ts'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import type { ReferralSource } from '../../../booking/appointment.ts'
import type { ReportedKind } from '../../../booking/job-kinds.ts'
import { consultation, getKind } from '../../../booking/kinds.ts'
import type { DeskAppointment, DeskCalls } from '../../../booking/owner-api.ts'
import { epochMsToWallTime, formatDay, formatTime, minutesToTime, splitDate } from '../../../booking/time.ts'
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
export const monthLong = (date: string) => splitDate(date).month
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

const clock = (minutes: number) => formatTime(minutesToTime(Math.min(minutes, 24 * 60 - 1)))

export function hoursWords({ from, to }: Stretch): string {
  const [start, startHalf] = clock(from).split('\u00a0')
  const end = clock(to)
  return `${end.endsWith(startHalf ?? '') ? start : clock(from)}-${end}`
}

const [lunchFrom, lunchTo] = [11 * 60, 14 * 60]

export const breakWords = ({ from, to }: Stretch) =>
  from < lunchTo && to > lunchFrom ? desk.day.lunchBreak : desk.day.break

/** "10:30", without AM or PM, next to a timeline. */
export const bareTime = (time: string) => formatTime(time).split('\u00a0')[0] ?? ''

export const sourceWords = (source: ReferralSource | null) =>
  source === null ? null : bookingForm.referralSources[source]

export const otherKind = ({ kind }: DeskAppointment) => (kind === consultation ? null : getKind(kind).name)
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** "first", "second", ..., "11th" */
export const ordinal = (visit: number) => desk.visits[visit - 1] ?? desk.laterVisit(visit)

export function statusWords({ status, history, booked_by, visit }: DeskAppointment): string {
  if (status === 'cancelled')
    return history.at(-1)?.by === 'shop' ? desk.day.cancelledByYou : desk.day.cancelledByClient
  return booked_by === 'shop' ? desk.day.bookedByYou : ordinal(visit)
}

export const kindWords = (kind: ReportedKind): string => desk.kinds[kind]

/** Rounds to tenths; 0 and 10 only for exactly none and all. */
export function inTen(count: number, all: number): number {
  if (count === 0 || count === all) return count && 10
  return Math.min(9, Math.max(1, Math.round((10 * count) / all)))
}

export const reopenedWords = ({ still_closed }: DeskCalls['reopen_time']['answers']) =>
  still_closed ? desk.closing.stillClosed : desk.closing.reopened

const errors = [
  [/^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET|ESOCKET|EDNS|TimeoutError)/, desk.owed.why.unreachable],
  [/^EENVELOPE/, desk.owed.why.refused],
  [/^EAUTH/, desk.owed.why.password],
  [/^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/, desk.owed.why.certificate],
] as const

/** Explains an error code of a failed delivery, or returns the code. */
export const errorWords = (error: string) => errors.find(([code]) => code.test(error))?.[1] ?? error
