import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { timeOfMinutes } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { deskHours as words } from '../../../copy/desk-hours.ts'
import { breaksIn, type Stretch } from '../timeline/scale.ts'
import { Icon, Ring } from '../ui/icons.tsx'
import { bareTime, breakWords, hoursWords, weekdayLong, weekdayShort } from '../ui/words.ts'
import { days, faultIn, openDuring, scaleOf, type TypedWeek, type Weekday } from './week.ts'

/** More numerals than these would touch each other on a phone. */
const numeralsMost = 14

const inHours = (minutes: number) => minutes / 60

/** Where a piece of a strip lies, in hours from the scale's beginning; CSS knows how long an hour is. */
const at = (scaleFrom: number, { from, to }: Stretch, more: Record<string, number> = {}) =>
  ({ '--at': inHours(from) - scaleFrom, '--long': inHours(to - from), ...more }) as CSSProperties

interface PieceProps {
  stretch: Stretch
  scale: { from: number; hours: number }
  overlaps: boolean
}

/** One stretch of open hours as a length of tape, with its hours as numerals. */
function Piece({ stretch, scale, overlaps }: PieceProps) {
  const first = Math.ceil(inHours(stretch.from))
  const hours = Array.from({ length: Math.ceil(inHours(stretch.to)) - first }, (_, index) => first + index)
  const step = scale.hours > numeralsMost ? 2 : 1
  const into = inHours(stretch.from) % 1
  return (
    <span
      className={overlaps ? 'piece piece-over' : 'piece'}
      style={at(scale.from, stretch, { '--into': into })}
    >
      {hours
        .filter((hour) => hour % step === 0)
        .map((hour) => (
          <b key={hour} style={{ '--mark': hour - inHours(stretch.from) } as CSSProperties}>
            {bareTime(timeOfMinutes((hour % 24) * 60)).replace(':00', '')}
          </b>
        ))}
    </span>
  )
}

/** A ring of red pencil around the hours that two stretches share. */
const Clash = ({ style }: { style: CSSProperties }) => (
  <svg className="clash" style={style} viewBox="0 0 40 44" preserveAspectRatio="none" aria-hidden="true">
    <path d="M22 2.5C10 2 2.6 9 2.4 22c-.2 12 7.6 19.6 18 19.5C31 41.4 37.5 33 37.4 21 37.3 9.5 30 2.2 17 4" />
  </svg>
)

interface StripProps {
  open: readonly Stretch[]
  /** The stretch that begins too early. */
  clashing: Stretch | undefined
  scale: { from: number; hours: number }
}

function Strip({ open, clashing, scale }: StripProps) {
  const before = clashing && open[open.indexOf(clashing) - 1]
  return (
    <span className="hours-strip" aria-hidden="true">
      {open.map((stretch) => (
        <Piece key={stretch.from} stretch={stretch} scale={scale} overlaps={stretch === clashing} />
      ))}
      {!clashing &&
        breaksIn(open).map((stretch) => (
          <span key={stretch.from} className="closed-cloth" style={at(scale.from, stretch)}>
            <i>{breakWords(stretch) === desk.day.lunchBreak ? words.lunch : ''}</i>
          </span>
        ))}
      {clashing && before && (
        <Clash style={at(scale.from, { from: clashing.from, to: Math.min(before.to, clashing.to) })} />
      )}
    </span>
  )
}

interface WeekRowsProps {
  week: TypedWeek
  durationMinutes: number
  /** The day that is being edited. */
  edited: Weekday | null
  /** How many appointments the typed hours of a day leave out. */
  outside: ReadonlyMap<Weekday, number>
  isWide: boolean
  onEdit: (name: Weekday | null) => void
  /** The fields of the edited day, below its row. */
  children?: ReactNode
}

/** The week as seven rows, each with its hours drawn on one scale. */
export function WeekRows({
  week,
  durationMinutes,
  edited,
  outside,
  isWide,
  onEdit,
  children,
}: WeekRowsProps) {
  const scale = scaleOf(week, durationMinutes)
  return (
    <ol className="hours" style={{ '--hours': scale.hours } as CSSProperties}>
      {days.map(({ name, date }) => {
        const open = openDuring(week[name], durationMinutes)
        const fault = faultIn(week[name], durationMinutes)
        const isOpen = open.length > 0
        const left = outside.get(name) ?? 0
        const long = weekdayLong(date)
        const marks = ['hours-day', !isOpen && 'hours-closed', fault && 'hours-wrong']
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
                  clashing={fault?.why === 'overlap' ? open[fault.index] : undefined}
                  scale={scale}
                />
              )}
              <span className="hours-words">
                <span>
                  {isOpen
                    ? open.map((stretch, index) => (
                        <Fragment key={stretch.from}>
                          {index > 0 && ' '}
                          <span>
                            {hoursWords(stretch)}
                            {index < open.length - 1 && ','}
                          </span>
                        </Fragment>
                      ))
                    : words.closed}
                </span>
                {left > 0 && (
                  <span className="owed-box">
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
