import { useQuery } from '@tanstack/react-query'
import type { CSSProperties, ReactNode } from 'react'
import type { BlockedTime, WallStretch } from '../../../booking/appointment.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { addDays, dayWords, timeOfMinutes, timeWords } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { agendaQuery, seldomMs } from '../agenda.ts'
import { useChange, useUndo } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { appointmentRoute, DeskLink, dayRoute, LinkButton } from '../navigation.tsx'
import type { DayTimeline } from '../timeline/day-timeline.ts'
import { at, Hatching, HourTape, whole } from '../timeline/drawing.tsx'
import type { Stretch, Timeline } from '../timeline/scale.ts'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import { breakWords, hoursWords, reopenedWords, shortDate } from '../ui/words.ts'
import { AppointmentLabel } from './appointment-label.tsx'

interface DayColumnProps {
  day: DayTimeline
  /** The timeline of all columns. */
  tape: Timeline
  /** Minutes since midnight, or null if it isn't today. */
  now: number | null
  chosenId: string | undefined
  children?: ReactNode
}

const inOrder = ({ visits, cancelled }: DayTimeline) =>
  [...visits, ...cancelled.map((one) => ({ ...one, lane: 0, lanes: 1 }))].sort(
    (a, b) => a.stretch.from - b.stretch.from,
  )

/** The open day. Screen readers and the keyboard go through it in the order of the timeline. */
export function DayColumn({ day, tape, now, chosenId, children }: DayColumnProps) {
  const shownNow = now !== null && now >= tape.from && now <= tape.to ? now : null
  const labels = inOrder(day)
  const lanes = Math.max(1, ...day.visits.map((visit) => visit.lanes))
  const items = [
    ...day.breaks.map((stretch) => ({
      from: stretch.from,
      item: (
        <li key={`break-${stretch.from}`} className="busy" style={at(tape, stretch)}>
          <p>{breakWords(stretch)}</p>
          <p>{hoursWords(stretch)}</p>
        </li>
      ),
    })),
    ...day.busy.map((stretch) => ({
      from: stretch.from,
      item: (
        <li key={`busy-${stretch.from}`} className="busy" style={at(tape, stretch)}>
          <p>{desk.day.busy}</p>
          <p>{hoursWords(stretch)}</p>
        </li>
      ),
    })),
    ...day.closures.map(({ item, stretch, bare }) => ({
      from: stretch.from,
      item: (
        <BlockedTimeStrip
          key={item.id}
          blockedTime={item}
          stretch={stretch}
          style={at(tape, stretch)}
          wordsStyle={at({ ...tape, from: stretch.from }, bare)}
        />
      ),
    })),
    ...(day.visits.length > 0 ? day.gaps : []).map((stretch) => ({
      from: stretch.from,
      item: (
        <li key={`gap-${stretch.from}`} className="gap" style={at(tape, stretch)}>
          <LinkButton to={`${dayRoute(day.date)}/book?at=${timeOfMinutes(stretch.from)}`}>
            <span>{desk.day.open(hoursWords(stretch))}</span>
            <Icon name="plus" />
          </LinkButton>
        </li>
      ),
    })),
    ...labels.map(({ item, stretch, lane, lanes: shared }) => ({
      from: stretch.from,
      item: (
        <AppointmentLabel
          key={item.id}
          appointment={item}
          style={at(tape, stretch, { '--lane': lane, '--shared': shared })}
          isChosen={item.id === chosenId}
        />
      ),
    })),
  ]
  return (
    <div className="day-column">
      {day.tape && <HourTape tape={day.tape} paper={tape} now={shownNow} />}
      <div className={lanes > 2 ? 'paper paper-lanes' : 'paper'} style={whole(tape)}>
        <ol className="lane-width" aria-label={dayWords(day.date)}>
          {items.sort((a, b) => a.from - b.from).map(({ item }) => item)}
        </ol>
        {children}
        {shownNow !== null && (
          <p className="now-line" style={at(tape, { from: shownNow, to: shownNow })}>
            <span className="unseen">{desk.day.now(timeWords(timeOfMinutes(shownNow)))}</span>
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
  blockedTime: BlockedTime
  stretch: Stretch
  style: CSSProperties
  /** The part that no label covers. */
  wordsStyle: CSSProperties
}

/** A blocked time with its reason, and a button to unblock it. */
export function BlockedTimeStrip({ blockedTime, stretch, style, wordsStyle }: BlockedTimeProps) {
  const { id, from, to, reason } = blockedTime
  const close = useUndo('close_time', desk.closing.closed)
  const reopen = useChange('reopen_time', id, (reopened) =>
    showNotice({ title: reopenedWords(reopened), undo: () => close.mutate({ from, to, reason }) }),
  )
  return (
    <li className="closed" style={style}>
      <Hatching />
      <div className="closed-words" style={wordsStyle}>
        <div className="patch">
          <p className="closed-title">{desk.day.closed(hoursWords(stretch))}</p>
          {reason && <p className="closed-reason">{reason}</p>}
          <button type="button" className="text-button" onClick={() => reopen.mutate({ id })}>
            {reopenWords(blockedTime)}
          </button>
          <ErrorMessage error={reopen.error} />
        </div>
      </div>
    </li>
  )
}

/** Canceled appointments whose time is booked again. */
export function BelowDay({ cancelled }: { cancelled: readonly DeskAppointment[] }) {
  if (cancelled.length === 0) return null
  return (
    <section className="below">
      <h2>{desk.day.below}</h2>
      <ul>
        {cancelled.map((one) => (
          <AppointmentLabel key={one.id} appointment={one} isChosen={false} />
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
  /** Its place on the timeline, if it has one. */
  style?: CSSProperties | undefined
}

export function NobodyYet({ day, free, isOver, style }: NobodyYetProps) {
  const ahead = useQuery({
    ...agendaQuery(day.date, addDays(day.date, lookedAheadDays)),
    refetchInterval: seldomMs,
  })
  const next = ahead.data?.appointments.find(
    ({ status, appointment_date }) => status === 'confirmed' && appointment_date > day.date,
  )
  const words = desk.day
  const hasHours = Boolean(day.tape?.hours.length)
  const [first = ''] = free
  return (
    <div className={style ? 'nobody nobody-on-tape' : 'nobody'} style={style}>
      <h2>{isOver ? words.nobodyTitle : hasHours ? words.noneTitle : words.noHoursTitle}</h2>
      {!isOver && (
        <p>
          {hasHours
            ? words.noneText(free.length, timeWords(first || '00:00'), timeWords(free.at(-1) ?? '00:00'))
            : words.noHoursText}
        </p>
      )}
      {next && (
        <p>
          <DeskLink to={appointmentRoute(next)}>
            {words.next} {dayWords(next.appointment_date)}, {timeWords(next.appointment_time)},{' '}
            {next.full_name}
          </DeskLink>
        </p>
      )}
    </div>
  )
}
