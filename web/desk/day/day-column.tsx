import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import { desk } from '#copy/desk.ts'
import type { WallStretch } from '../../../booking/appointment.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays, formatDay, formatTime, minutesToTime } from '../../../booking/time.ts'
import { agendaQuery, slowPollMs } from '../agenda.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { appointmentRoute, DeskLink, dayRoute, LinkButton } from '../navigation.tsx'
import { type DayTimeline, quietTimes } from '../timeline/day-timeline.ts'
import { at, Hatching, HourTape, whole } from '../timeline/drawing.tsx'
import type { Timeline } from '../timeline/scale.ts'
import { TextButton } from '../ui/field.tsx'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import { hoursWords, reopenedWords, shortDate } from '../ui/words.ts'
import { AppointmentLabel } from './appointment-label.tsx'

interface DayColumnProps {
  day: DayTimeline
  tape: Timeline
  now: number | null
  chosenId: string | undefined
  children?: ReactNode
}

/** The open day. Screen readers and the keyboard go through it in the order of the timeline. */
export function DayColumn({ day, tape, now, chosenId, children }: DayColumnProps) {
  const shownNow = now !== null && now >= tape.from && now <= tape.to ? now : null
  const lanes = Math.max(1, ...day.visits.map((visit) => visit.lanes))
  const labels = [...day.visits, ...day.cancelled.map((one) => ({ ...one, lane: 0, lanes: 1 }))]
  const items: [from: number, item: ReactNode][] = [
    ...quietTimes(day).map(({ stretch, words }): [number, ReactNode] => [
      stretch.from,
      <li key={words + stretch.from} className="busy small" style={at(tape, stretch)}>
        <p>{words}</p>
        <p>{hoursWords(stretch)}</p>
      </li>,
    ]),
    ...day.closures.map((blocked): [number, ReactNode] => [
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
      <div className={lanes > 2 ? 'paper paper-lanes' : 'paper'} style={whole(tape)}>
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

/** Names the days if unblocking affects other days also. A time that ends at midnight doesn't reach the next day. */
function reopenWords({ from, to }: WallStretch): string {
  const [first, end] = [from.slice(0, 10), to.slice(0, 10)]
  const last = to.endsWith('T00:00') ? addDays(end, -1) : end
  return first === last ? desk.day.reopen : desk.day.reopenDays(shortDate(first), shortDate(last))
}

interface BlockedTimeProps {
  blocked: DayTimeline['closures'][number]
  tape: Timeline
}

function BlockedTimeStrip({ blocked: { item, stretch, bare }, tape }: BlockedTimeProps) {
  const { id, from, to, reason } = item
  const close = useChange('close_time', id, () => showNotice({ title: desk.closing.closed }))
  const reopen = useChange('reopen_time', id, (reopened) =>
    showNotice({ title: reopenedWords(reopened), undo: () => close.mutate({ from, to, reason }) }),
  )
  return (
    <li className="closed small" style={at(tape, stretch)}>
      <Hatching />
      <div className="closed-words" style={at(stretch, bare)}>
        <div className="patch">
          <p className="closed-title">{desk.day.closed(hoursWords(stretch))}</p>
          {reason && <p className="closed-reason">{reason}</p>}
          <TextButton onClick={() => reopen.mutate({ id })}>{reopenWords(item)}</TextButton>
          <ErrorMessage error={reopen.error ?? close.error} />
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
        {cancelled.map((one) => (
          <AppointmentLabel key={one.id} appointment={one} />
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
            {words.next} {formatDay(next.appointment_date)}, {formatTime(next.appointment_time)},{' '}
            {next.full_name}
          </DeskLink>
        </p>
      )}
    </div>
  )
}
