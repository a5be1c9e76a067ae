import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { desk } from '#copy/desk.ts'
import type { BlockedTime, WallStretch } from '../../../booking/appointment.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays, formatDay, formatTime, minutesToTime } from '../../../booking/time.ts'
import { agendaQuery, slowPollMs } from '../agenda.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { appointmentRoute, DeskLink, dayRoute, LinkButton } from '../navigation.tsx'
import { type DayTimeline, lanesOf, textTimes } from '../timeline/day-timeline.ts'
import { at, Hatching, HourTape, whole } from '../timeline/drawing.tsx'
import type { Stretch, Timeline } from '../timeline/scale.ts'
import { TextButton } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import { closedDays, closedWords, hoursWords, reopenedWords, shortDate } from '../ui/words.ts'
import { AppointmentLabel } from './appointment-label.tsx'

interface DayColumnProps {
  day: DayTimeline
  tape: Timeline
  now: number | null
  chosenId: string | undefined
  /** How many clients can come at a time. */
  capacity: number
  children?: ReactNode
}

/** The open day. Screen readers and the keyboard follow the order of the timeline. */
export function DayColumn({ day, tape, now, chosenId, capacity, children }: DayColumnProps) {
  const shownNow = now !== null && now >= tape.from && now <= tape.to ? now : null
  const labels = [
    ...day.visits,
    ...day.cancelled.map((appointment) => ({ ...appointment, lane: 0, lanes: 1 })),
  ]
  const items: [from: number, item: ReactNode][] = [
    ...textTimes(day).map(({ stretch, words }): [number, ReactNode] => [
      stretch.from,
      <li key={words + stretch.from} className="busy small" style={at(tape, stretch)}>
        <p>{words}</p>
        <p>{hoursWords(stretch)}</p>
      </li>,
    ]),
    ...day.blocked.map((blocked): [number, ReactNode] => [
      blocked.stretch.from,
      <BlockedTimeStrip key={blocked.item.id} blocked={blocked} tape={tape} />,
    ]),
    ...(day.visits.length > 0 ? day.gaps : []).map((stretch): [number, ReactNode] => [
      stretch.from,
      <li key={`gap-${stretch.from}`} className="gap" style={at(tape, stretch)}>
        <LinkButton to={`${dayRoute(day.date)}/book?at=${minutesToTime(stretch.from)}`}>
          <span>{desk.day.open(hoursWords(stretch))}</span>
          <Icon name="plus" />
        </LinkButton>
      </li>,
    ]),
    ...day.away.map(({ item, stretch, lane, lanes: shared }): [number, ReactNode] => [
      stretch.from,
      <AwayStrip
        key={item.id}
        closed={item}
        stretch={stretch}
        style={at(tape, stretch, { '--lane': lane, '--shared': shared })}
      />,
    ]),
    ...day.halfFree.map(({ stretch, lane, lanes: shared }): [number, ReactNode] => [
      stretch.from,
      <li
        key={`place-${stretch.from}`}
        className="gap gap-place"
        style={at(tape, stretch, { '--lane': lane, '--shared': shared })}
      >
        <LinkButton to={`${dayRoute(day.date)}/book?at=${minutesToTime(stretch.from)}`}>
          <span>
            {desk.day.placesLeft(capacity)}
            <br />
            {hoursWords(stretch)}
          </span>
          <Icon name="plus" />
        </LinkButton>
      </li>,
    ]),
    ...labels.map(({ item, stretch, lane, lanes: shared }): [number, ReactNode] => [
      stretch.from,
      <AppointmentLabel
        key={item.id}
        appointment={item}
        style={at(tape, stretch, { '--lane': lane, '--shared': shared })}
        isChosen={item.id === chosenId}
      />,
    ]),
  ]
  return (
    <div className="day-column">
      {day.tape && <HourTape tape={day.tape} paper={tape} now={shownNow} />}
      <div className={lanesOf(day) > 2 ? 'paper paper-lanes' : 'paper'} style={whole(tape)}>
        <ol className="lane-width" aria-label={formatDay(day.date)}>
          {items.toSorted(([a], [b]) => a - b).map(([, item]) => item)}
        </ol>
        {children}
        {shownNow !== null && (
          <p className="now-line" style={at(tape, { from: shownNow, to: shownNow })}>
            <span className="unseen">{desk.day.now(formatTime(minutesToTime(shownNow)))}</span>
          </p>
        )}
      </div>
    </div>
  )
}

/** Lists the days if reopening affects other days too. */
function reopenWords(closed: WallStretch): string {
  const [first, last] = closedDays(closed)
  return first === last ? desk.day.reopen : desk.day.reopenDays(shortDate(first), shortDate(last))
}

function useReopening({ id, from, to, reason, places }: BlockedTime) {
  const close = useChange('close_time', id, () => showNotice({ title: closedWords({ from, to }) }))
  const reopen = useChange('reopen_time', id, (reopened) =>
    showNotice({ title: reopenedWords(reopened), undo: () => close.mutate({ from, to, reason, places }) }),
  )
  return { reopen: () => reopen.mutate({ id }), error: reopen.error ?? close.error }
}

interface AwayProps {
  closed: BlockedTime
  stretch: Stretch
  style: CSSProperties
}

/** Some fitters are away. The others' lane stays open. */
function AwayStrip({ closed, stretch, style }: AwayProps) {
  const { reopen, error } = useReopening(closed)
  return (
    <li className="closed closed-place small" style={style}>
      <Hatching />
      <div className="closed-words" style={at(stretch, stretch)}>
        <div className="patch">
          <p className="closed-title">{desk.day.placesClosed(closed.places ?? 1)}</p>
          {closed.reason && <p className="closed-reason">{closed.reason}</p>}
          <TextButton onClick={reopen}>{reopenWords(closed)}</TextButton>
          <ErrorMessage error={error} />
        </div>
      </div>
    </li>
  )
}

interface BlockedTimeProps {
  blocked: DayTimeline['blocked'][number]
  tape: Timeline
}

function BlockedTimeStrip({ blocked: { item, stretch, bare }, tape }: BlockedTimeProps) {
  const { reason } = item
  const { reopen, error } = useReopening(item)
  return (
    <li className="closed small" style={at(tape, stretch)}>
      <Hatching />
      <div className="closed-words" style={at(stretch, bare)}>
        <div className="patch">
          <p className="closed-title">{desk.day.closed(hoursWords(stretch))}</p>
          {reason && <p className="closed-reason">{reason}</p>}
          <TextButton onClick={reopen}>{reopenWords(item)}</TextButton>
          <ErrorMessage error={error} />
        </div>
      </div>
    </li>
  )
}

export function BelowDay({ cancelled }: { cancelled: readonly DeskAppointment[] }) {
  if (cancelled.length === 0) return null
  return (
    <section className="below">
      <h2>{desk.day.below}</h2>
      <ul>
        {cancelled.map((appointment) => (
          <AppointmentLabel key={appointment.id} appointment={appointment} />
        ))}
      </ul>
    </section>
  )
}

const lookedAheadDays = 60

interface NobodyYetProps {
  day: DayTimeline
  free: readonly string[]
  isOver: boolean
  style?: CSSProperties | undefined
}

export function NobodyYet({ day, free, isOver, style }: NobodyYetProps) {
  const ahead = useQuery({
    ...agendaQuery(day.date, addDays(day.date, lookedAheadDays)),
    refetchInterval: slowPollMs,
  })
  const next = ahead.data?.appointments.find(
    ({ status, appointment_date }) => status === 'confirmed' && appointment_date > day.date,
  )
  const words = desk.day
  const hasHours = Boolean(day.tape?.hours.length)
  const [first = '00:00', last = first] = [free[0], free.at(-1)]
  const open = words.noneText(free.length, formatTime(first), formatTime(last))
  return (
    <div className={style ? 'nobody nobody-on-tape' : 'nobody'} style={style}>
      <h2>{isOver ? words.nobodyTitle : hasHours ? words.noneTitle : words.noHoursTitle}</h2>
      {!isOver && <p>{hasHours ? open : words.noHoursText}</p>}
      {next && (
        <p>
          <DeskLink to={appointmentRoute(next)}>
            {words.next(formatDay(next.appointment_date), formatTime(next.appointment_time), next.full_name)}
          </DeskLink>
        </p>
      )}
    </div>
  )
}
