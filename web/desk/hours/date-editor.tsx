import '../ui/choices.css'
import { useId } from 'react'
import { deskHours as words } from '#copy/desk-hours.ts'
import { startsForDate, toStarts } from '../../../booking/opening-hours.ts'
import { formatTime, weekdayName } from '../../../booking/time.ts'
import { StillBooked } from '../appointment/move.tsx'
import { ErrorMessage } from '../errors.tsx'
import { TextButton } from '../ui/field.tsx'
import { closedDays, fullDate } from '../ui/words.ts'
import { aboutDate, type DatesProps, useReopen, usualHours } from './dates.ts'
import { Stretches } from './day-editor.tsx'

/**
 * Sets a date: closed, special hours, or as usual.
 * @param isTitled - whether its name is already above
 */
export function DateEditor({ date, isTitled, ...props }: DatesProps & { date: string; isTitled: boolean }) {
  const { shop, dates, bookedOn, onDate } = props
  const { durationMinutes, week } = shop.opening
  const name = useId()
  const reopen = useReopen()
  const { own, closed } = aboutDate(date, props)
  const booked = bookedOn(date)
  const state = own === undefined ? 'usual' : own.length === 0 ? 'closed' : 'own'
  const open = startsForDate(date, shop)
  const outside = booked.filter(
    ({ appointment_time: time }) => !open.some(([first, last]) => time >= first && time <= last),
  )
  const [first, last] = closed ? closedDays(closed.blockedTime) : [date, date]
  const usual = words.usually(usualHours(date, shop))

  function choose(chosen: typeof state) {
    const days = [week[weekdayName(date)], ...Object.values(week)].find((day) => day.length > 0) ?? []
    const first = days.map(toStarts)
    onDate(date, { usual: undefined, closed: [], own: first }[chosen])
  }

  return (
    <div className="date-editor">
      {!isTitled && (
        <h3>
          {fullDate(date)} <span>{usual}</span>
        </h3>
      )}
      {closed && first < last && (
        <p className="of-closing">
          <span>
            <b>{closed.blockedTime.reason || words.closed}</b>{' '}
            {words.closes(words.through(fullDate(first), fullDate(last)))}
          </span>
          <TextButton onClick={() => reopen.mutate({ id: closed.blockedTime.id })}>
            {words.reopenAll}
          </TextButton>
        </p>
      )}
      <fieldset>
        <legend className="unseen">{words.dateIs}</legend>
        <div className="date-choices">
          {(
            [
              ['closed', words.closed],
              ['own', words.ownHours],
              ['usual', words.asUsual],
            ] as const
          ).map(([value, label]) => (
            <label key={value} className="choice">
              <input
                type="radio"
                name={name}
                aria-label={label}
                checked={state === value}
                onChange={() => choose(value)}
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {state === 'own' && (
        <Stretches
          long={fullDate(date)}
          day={dates[date] ?? []}
          durationMinutes={durationMinutes}
          onDay={(day) => onDate(date, day)}
        />
      )}
      <StillBooked
        title={state === 'closed' ? `${words.thatDay(outside.length)}.` : words.outside(outside.length)}
        text={words.stay(outside.length)}
        appointments={outside}
        about={(appointment) => (
          <span>{`${appointment.full_name}, ${formatTime(appointment.appointment_time)}`}</span>
        )}
        label={words.move}
      />
      <ErrorMessage error={reopen.error} />
    </div>
  )
}
