import '../ui/choices.css'
import { useId } from 'react'
import { deskHours as words } from '#copy/desk-hours.ts'
import { addDays, firstOfMonth, formatTime } from '../../../booking/time.ts'
import { StillBooked } from '../appointment/move.tsx'
import { ErrorMessage } from '../errors.tsx'
import { Tally } from '../layout/day-row.tsx'
import { onDay } from '../timeline/scale.ts'
import { TextButton } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { closedDays, dayOfMonth, fullDate, hoursWords, monthShort } from '../ui/words.ts'
import { aboutDate, type DatesProps, hasHours, useReopen } from './dates.ts'
import type { Holiday } from './holidays.ts'

function HolidayRow({ date, name, shop, dates, bookedOn, onDate }: Holiday & DatesProps) {
  const id = useId()
  const isClosed = dates[date]?.length === 0
  const clients = bookedOn(date)
  const count = clients.length > 0 && words.thatDay(clients.length)
  const day = (
    <span className="holiday-date" aria-hidden="true">
      <span className="weekday">{monthShort(date)}</span>
      <span className="date">{dayOfMonth(date)}</span>
    </span>
  )
  if (!hasHours(date, shop) && !isClosed)
    return (
      <li className="is-shut-anyway">
        <div className="holiday">
          {day}
          <span>
            <b>{name}</b>
            <span className="hint">{words.closedAnyway(fullDate(date))}</span>
          </span>
        </div>
      </li>
    )
  return (
    <li>
      <label className="holiday">
        {day}
        <input
          type="checkbox"
          aria-label={[name, fullDate(date), count].filter(Boolean).join(', ')}
          aria-describedby={isClosed && count ? id : undefined}
          checked={isClosed}
          onChange={({ target }) => onDate(date, target.checked ? [] : undefined)}
        />
        <span>
          <b>{name}</b>
          <span className="hint">{fullDate(date)}</span>
          {!isClosed && count && (
            <span className="holiday-flag small row">
              <Tally count={clients.length} />
              {count}
            </span>
          )}
        </span>
        <span className="tick">
          <Icon name="check" />
        </span>
      </label>
      {isClosed && count && (
        <StillBooked
          id={id}
          title={`${count}.`}
          text={words.stay(clients.length)}
          appointments={clients}
          about={(appointment) => (
            <span>{`${appointment.full_name}, ${formatTime(appointment.appointment_time)}`}</span>
          )}
          label={words.move}
        />
      )}
    </li>
  )
}

export function HolidayList(props: DatesProps) {
  return (
    <>
      <div className="dates-head">
        <h2 className="sheet-heading">{words.holidays}</h2>
        <p className="hint">{words.holidaysHint}</p>
      </div>
      <ul className="holidays">
        {props.holidays.map((holiday) => (
          <HolidayRow key={holiday.date} {...holiday} {...props} />
        ))}
      </ul>
    </>
  )
}

interface AheadRow {
  key: string
  first: string
  last: string
  mark: string
  title: string
  hint: string
  verb: string
  onPress: () => void
  booked?: number
}

/** Lists upcoming closed dates and special hours, earliest first. */
export function Ahead(props: DatesProps) {
  const { dates, blocked, today, onDate, bookedOn } = props
  const reopen = useReopen()
  const ofDates = Object.keys(dates)
    .filter((date) => date >= today)
    .map((date): AheadRow => {
      const { own, hours } = aboutDate(date, props)
      const holiday = props.holidays.find((day) => day.date === date)?.name
      return {
        key: date,
        first: date,
        last: date,
        mark: own?.length ? 'is-own' : 'is-struck',
        title: own?.length ? hours : words.closed,
        hint: holiday ? `${fullDate(date)} · ${holiday}` : fullDate(date),
        verb: words.asUsual,
        onPress: () => onDate(date, undefined),
        booked: own?.length ? 0 : bookedOn(date).length,
      }
    })
  const ofBlocked = blocked.map((blockedTime): AheadRow => {
    const [first, last] = closedDays(blockedTime)
    const stretch = onDay(blockedTime, first)
    const isDay = first < last || (stretch !== null && stretch.from === 0 && stretch.to >= 24 * 60 - 1)
    const { places, reason, id } = blockedTime
    const when = first < last ? words.through(fullDate(first), fullDate(last)) : fullDate(first)
    const hours = !isDay && stretch ? hoursWords(stretch) : ''
    const [title, ...hint] =
      places !== undefined
        ? [words.fitterAway(places, reason), when, hours]
        : isDay
          ? [words.closedFor(reason), when]
          : [words.closedDuring(hours), when, reason]
    let booked = 0
    for (let date = first; isDay && date <= last; date = addDays(date, 1)) booked += bookedOn(date).length
    return {
      key: id,
      first,
      last,
      mark: places === undefined && isDay ? 'is-struck' : 'is-part',
      title: title ?? '',
      hint: hint.filter(Boolean).join(' · '),
      verb: words.reopen,
      onPress: () => reopen.mutate({ id }),
      booked: places === undefined ? booked : 0,
    }
  })
  const rows = [...ofDates, ...ofBlocked].toSorted((a, b) => a.first.localeCompare(b.first))
  return (
    <>
      <div className="dates-head">
        <h2 className="sheet-heading">{words.ahead}</h2>
        <p className="hint">{rows.length > 0 ? words.aheadHint : words.noneAhead}</p>
      </div>
      <ul className="holidays ahead">
        {rows.map(({ key, first, last, mark, title, hint, verb, onPress, booked = 0 }) => (
          <li key={key} className={mark}>
            <div className="ahead-row">
              <span className="holiday-date" aria-hidden="true">
                <span className="weekday">{monthShort(first)}</span>
                <span className="date">
                  {first < last && firstOfMonth(first) === firstOfMonth(last)
                    ? `${dayOfMonth(first)}-${dayOfMonth(last)}`
                    : dayOfMonth(first)}
                </span>
              </span>
              <span>
                <b>{title}</b>
                <span className="hint">{hint}</span>
                {booked > 0 && (
                  <span className="stays">
                    <Tally count={booked} />
                    {words.stayBooked(booked)}
                  </span>
                )}
              </span>
              <TextButton aria-label={words.about(verb, title, hint)} onClick={onPress}>
                {verb}
              </TextButton>
            </div>
          </li>
        ))}
      </ul>
      <ErrorMessage error={reopen.error} />
    </>
  )
}
