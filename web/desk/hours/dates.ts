// Shared by the calendar, its editor, and the list of upcoming dates.
import './holidays.css'
import './dates.css'
import { deskHours as words } from '#copy/desk-hours.ts'
import type { BlockedTime } from '../../../booking/appointment.ts'
import { type Shop, type Starts, toStarts } from '../../../booking/opening-hours.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { weekdayName } from '../../../booking/time.ts'
import { queryClient } from '../api.ts'
import { useChange } from '../changes.ts'
import { onDay } from '../timeline/scale.ts'
import { showNotice } from '../ui/notices.tsx'
import { closedDays, hoursWords, numeralHours, reopenedWords, weekdayLong } from '../ui/words.ts'
import type { Holiday } from './holidays.ts'
import type { TypedDates } from './typed.ts'
import { openDuring } from './week.ts'

export interface DatesProps {
  /** With the hours as typed. */
  shop: Shop
  dates: TypedDates
  holidays: readonly Holiday[]
  today: string
  /** Upcoming closed times. */
  blocked: readonly BlockedTime[]
  bookedOn: (date: string) => readonly DeskAppointment[]
  /** @param day - without it, the date is as usual */
  onDate: (date: string, day: readonly Starts[] | undefined) => void
}

export const hasHours = (date: string, { opening: { week } }: Shop) => week[weekdayName(date)].length > 0

/** A date for the calendar and its editor. */
export function aboutDate(date: string, { shop, dates, holidays, blocked }: DatesProps) {
  const own = dates[date]
  const { durationMinutes, capacity } = shop.opening
  const hours = openDuring(own ?? [], durationMinutes)
    .map(hoursWords)
    .join(', ')
  const during = blocked.flatMap((blockedTime) => {
    const stretch = onDay(blockedTime, date)
    return stretch ? [{ blockedTime, stretch }] : []
  })
  const find = (isPart: boolean) =>
    during.find(({ blockedTime }) => (blockedTime.places !== undefined) === isPart)
  const [closed, part] = [find(false), find(true)]
  const [first, last] = closed ? closedDays(closed.blockedTime) : [date, date]
  const holiday = holidays.find((day) => day.date === date)?.name
  return {
    own,
    hours,
    closed,
    part,
    isLong: first < last,
    /** Below the date in its cell. */
    short: own?.length
      ? shortHours(own, durationMinutes)
      : part
        ? words.placesOf(part.blockedTime.places ?? 0, capacity)
        : '',
    said: [
      own?.length && words.openOn(hours),
      own?.length === 0 && [words.closedDate, holiday].filter(Boolean).join(', '),
      closed && first < last && [words.closedDate, closed.blockedTime.reason].filter(Boolean).join(', '),
      closed && first === last && words.closedFrom(hoursWords(closed.stretch)),
      part && words.placesAway(part.blockedTime.places ?? 0, capacity),
      !own && !hasHours(date, shop) && words.closedOn(weekdayLong(date)),
    ],
  }
}

/** "10-3", from the first start of a day to the end of its last appointment. */
function shortHours(day: readonly Starts[], durationMinutes: number): string {
  const open = openDuring(day, durationMinutes)
  const [first, last] = [open[0], open.at(-1)]
  return first && last ? numeralHours({ from: first.from, to: last.to }) : ''
}

/** The agenda of the next year. */
export const yearKey = ['year']

export function useReopen() {
  return useChange('reopen_time', 'dates', (reopened) => {
    void queryClient.invalidateQueries({ queryKey: yearKey })
    showNotice({ title: reopenedWords(reopened) })
  })
}

export function usualHours(date: string, { opening: { week, durationMinutes } }: Shop): string {
  const usual = week[weekdayName(date)].map(toStarts)
  return openDuring(usual, durationMinutes).map(hoursWords).join(', ')
}
