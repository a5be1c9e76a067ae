import { Fragment, type ReactNode } from 'react'
import { deskHours as words } from '#copy/desk-hours.ts'
import { findDisorder } from '../../../booking/opening-hours.ts'
import { at } from '../timeline/drawing.tsx'
import { breaksIn, inches, intoInch, lengthInInches, type Stretch } from '../timeline/scale.ts'
import { useIsWide } from '../ui/hooks.ts'
import { Icon, Ring } from '../ui/icons.tsx'
import { hoursWords, isLunch, numeral, weekdayLong, weekdayShort } from '../ui/words.ts'
import { days, getScale, openDuring, type TypedWeek, type Weekday } from './week.ts'

/** More numerals than these would overlap on a phone. */
const numeralsMax = 14

interface StripProps {
  open: readonly Stretch[]
  clashing: Stretch | undefined
  scale: Stretch
}

function Strip({ open, clashing, scale }: StripProps) {
  const before = clashing && open[open.indexOf(clashing) - 1]
  const step = lengthInInches(scale) > numeralsMax ? 120 : 60
  return (
    <span className="hours-strip" aria-hidden="true">
      {open.map((stretch) => (
        <span
          key={stretch.from}
          className={stretch === clashing ? 'piece piece-over' : 'piece'}
          style={at(scale, stretch, { '--into': intoInch(stretch) })}
        >
          {inches(stretch)
            .filter((minutes) => minutes % step === 0)
            .map((minutes) => (
              <b key={minutes} style={{ '--mark': (minutes - stretch.from) / 60 }}>
                {numeral(minutes)}
              </b>
            ))}
        </span>
      ))}
      {!clashing &&
        breaksIn(open).map((stretch) => (
          <span key={stretch.from} className="closed-cloth" style={at(scale, stretch)}>
            <i>{isLunch(stretch) ? words.lunch : ''}</i>
          </span>
        ))}
      {clashing && before && (
        <svg
          className="clash"
          style={at(scale, { from: clashing.from, to: Math.min(before.to, clashing.to) })}
          viewBox="0 0 40 44"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d="M22 2.5C10 2 2.6 9 2.4 22c-.2 12 7.6 19.6 18 19.5C31 41.4 37.5 33 37.4 21 37.3 9.5 30 2.2 17 4" />
        </svg>
      )}
    </span>
  )
}

interface WeekRowsProps {
  week: TypedWeek
  durationMinutes: number
  edited: Weekday | null
  outside: (name: Weekday) => number
  onEdit: (name: Weekday | null) => void
  children: ReactNode
}

export function WeekRows(props: WeekRowsProps) {
  const { week, durationMinutes, edited, outside, onEdit, children } = props
  const isWide = useIsWide()
  const scale = getScale(week, durationMinutes)
  return (
    <ol className="hours" style={{ '--hours': lengthInInches(scale) }}>
      {days.map(({ name, date }) => {
        const open = openDuring(week[name], durationMinutes)
        const error = findDisorder(week[name], durationMinutes)
        const isOpen = open.length > 0
        const left = outside(name)
        const long = weekdayLong(date)
        const marks = ['hours-day', !isOpen && 'hours-closed', error && 'hours-wrong']
        return (
          <li key={name}>
            <button
              type="button"
              className={marks.filter(Boolean).join(' ')}
              aria-expanded={name === edited}
              onClick={() => onEdit(name === edited && !isWide ? null : name)}
            >
              <span className="hours-name">
                <span aria-hidden="true">{isWide ? long : weekdayShort(date)}</span>
                <span className="unseen">{`${long}, `}</span>
              </span>
              {isOpen && (
                <Strip
                  open={open}
                  clashing={error?.why === 'overlap' ? open[error.index] : undefined}
                  scale={scale}
                />
              )}
              <span className="hours-words hint apart">
                <span>
                  {isOpen
                    ? open.map((stretch, index) => (
                        <Fragment key={stretch.from}>
                          {index > 0 && ' '}
                          <span>{`${hoursWords(stretch)}${index < open.length - 1 ? ',' : ''}`}</span>
                        </Fragment>
                      ))
                    : words.closed}
                </span>
                {left > 0 && (
                  <span className="pending-box">
                    <Ring />
                    <span aria-hidden="true">{left}</span>
                    <span className="unseen">{`, ${words.outside(left)}`}</span>
                  </span>
                )}
                <Icon name={name === edited ? 'up' : 'down'} />
              </span>
            </button>
            {name === edited && children}
          </li>
        )
      })}
    </ol>
  )
}
