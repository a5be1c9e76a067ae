import './week.css'
import type { CSSProperties, ReactNode } from 'react'
import { desk } from '#copy/desk.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatDay } from '../../../booking/time.ts'
import { attendanceWords, getVisitState } from '../appointment/attendance.tsx'
import { DayCommands } from '../layout/head.tsx'
import { appointmentRoute, DeskLink, dayRoute, LinkButton } from '../navigation.tsx'
import { useIsMarked } from '../new-bookings.ts'
import {
  assignLanes,
  type DayTimeline,
  groupOverlapping,
  type InLane,
  lanesOf,
  textTimes,
} from '../timeline/day-timeline.ts'
import { at, Hatching, HourTape, whole } from '../timeline/drawing.tsx'
import { inchMinutes, meets, type Timeline } from '../timeline/scale.ts'
import { useNow } from '../ui/hooks.ts'
import { CameMark, MissedMark, Tack } from '../ui/icons.tsx'
import { bareTime, dayOfMonth, otherKind, weekdayLong, weekdayShort } from '../ui/words.ts'
import { kindClasses, LabelName, nameWithKind } from './appointment-label.tsx'

/** Shows three clients side by side, and more if the other columns leave space. */
function openWidth(day: DayTimeline): string {
  const most = lanesOf(day)
  const wanted = most > 2 ? Math.min(most * 156 + 52, 618) : 0
  return `minmax(clamp(300px, 100% - 6 * 112px, ${wanted}px), 2.4fr)`
}

function widthOf(day: DayTimeline, openDate: string): string {
  if (day.date === openDate) return openWidth(day)
  if (!isShut(day)) return 'minmax(112px, 1fr)'
  return day.isClosedWhole ? '74px' : '64px'
}

export function weekTape(days: readonly DayTimeline[]): Timeline | null {
  const tapes = days.flatMap(({ tape }) => tape ?? [])
  const [first] = tapes
  if (!first) return null
  return {
    ...first,
    from: Math.min(...tapes.map(({ from }) => from)),
    to: Math.max(...tapes.map(({ to }) => to)),
  }
}

interface WeekColumnsProps {
  days: readonly DayTimeline[]
  tape: Timeline
  scale: CSSProperties | undefined
  openDate: string
  today: string
  children: ReactNode
}

export function WeekColumns({ days, tape, scale, openDate, today, children }: WeekColumnsProps) {
  const columns = days.map((day) => widthOf(day, openDate))
  const style = { gridTemplateColumns: columns.join(' '), ...scale }
  return (
    <div className="week" style={style}>
      {days.map(({ date }) => (
        <div key={date} className={date === openDate ? 'column-head is-open' : 'column-head'}>
          <h2>
            {date === openDate ? (
              <>
                {weekdayLong(date)} {dayOfMonth(date)}
                {date === today && <span> {desk.day.today}</span>}
              </>
            ) : (
              <LinkButton to={dayRoute(date)}>
                {weekdayShort(date)} {dayOfMonth(date)}
              </LinkButton>
            )}
          </h2>
          {date === openDate && (
            <ul className="day-commands">
              <DayCommands date={date} />
            </ul>
          )}
        </div>
      ))}
      {days.map((day) =>
        day.date === openDate ? (
          <div key={day.date} className="open-day">
            {children}
          </div>
        ) : (
          <SideDay key={day.date} day={day} tape={tape} />
        ),
      )}
    </div>
  )
}

const isShut = ({ isClosedWhole, tape, visits }: DayTimeline) =>
  visits.length === 0 && (isClosedWhole || tape === null)

function SideDay({ day, tape }: { day: DayTimeline; tape: Timeline }) {
  const shut = isShut(day)
  return (
    <div className={shut ? 'side-day side-shut' : 'side-day'}>
      {!shut && <HourTape tape={{ ...(day.tape ?? tape), hours: [] }} paper={tape} now={null} />}
      <div className="paper" style={whole(tape)}>
        {shut && day.blocked.length === 0 && <p className="no-hours">{desk.day.closedShort}</p>}
        <ol className="lane-width" aria-label={formatDay(day.date)}>
          {textTimes(day).map(({ stretch, words, short }) => (
            <li key={words + stretch.from} className="busy small" style={at(tape, stretch)}>
              <p>{short}</p>
            </li>
          ))}
          {day.blocked.map(({ item, stretch }) => (
            <li key={item.id} className="closed small" style={at(tape, stretch)}>
              <Hatching />
              <div className="patch">
                <p className="closed-title">{desk.day.closedShort}</p>
                {item.reason && <p className="closed-reason">{item.reason}</p>}
              </div>
            </li>
          ))}
          {day.away.map(({ item, stretch }) => (
            <li
              key={item.id}
              className="closed closed-place small"
              style={at(tape, stretch, { '--lane': 1, '--shared': 2 })}
            >
              <Hatching />
            </li>
          ))}
          {groupOverlapping(assignLanes(day.visits)).flatMap((group) =>
            (group[0]?.lanes ?? 1) > 2 ? (
              <CrowdLabel key={group[0]?.item.id} group={group} tape={tape} />
            ) : (
              group.map((visit) => (
                <SideLabel key={visit.item.id} {...visit} tape={tape} sharing={sharingOf(visit, group)} />
              ))
            ),
          )}
          {day.cancelled.map(({ item, stretch }) => (
            <SideLabel key={item.id} item={item} stretch={stretch} lane={0} lanes={1} tape={tape} />
          ))}
        </ol>
      </div>
    </div>
  )
}

function Facts({ appointment, isNew }: { appointment: DeskAppointment; isNew: boolean }) {
  const { attendance, appointment_time, visit, confirmed_at } = appointment
  const kind = otherKind(appointment)
  return (
    <p className="label-meta hint">
      {attendance === 'came' ? <CameMark /> : attendance && <MissedMark />}
      {attendance && <span className="unseen">{attendanceWords[attendance]}</span>}
      <span className="side-when">
        {kind && `${kind} ·\u00a0`}
        {bareTime(appointment_time)}
        {!kind && visit === 1 && ` ·\u00a0${desk.ordinal(1)}`}
      </span>
      {confirmed_at && !attendance && (
        <>
          <Tack />
          <span className="unseen">{desk.day.confirmed}</span>
        </>
      )}
      {isNew && <b className="fresh">{desk.day.fresh}</b>}
    </p>
  )
}

/**
 * Clients who start together are one label, cut in two. A later start lies on the earlier one, set in.
 * @param group - at most two at a time
 * @returns also the visible part of the label
 */
function sharingOf(
  { item, stretch, lane }: InLane<DeskAppointment>,
  group: readonly InLane<DeskAppointment>[],
) {
  const { from, to } = stretch
  const others = group.filter((one) => item !== one.item && meets(one.stretch, stretch))
  const twin = others.find((one) => one.stretch.from === from)
  if (twin) {
    const half = (Math.max(to, twin.stretch.to) - from) / 2
    const isSecond = lane > twin.lane
    const seen = isSecond ? { from: from + half, to: from + 2 * half } : { from, to: from + half }
    return { className: `label-pair label-pair-${isSecond ? 1 : 0}`, lap: 0, seen }
  }
  if (others.length === 0) return undefined
  const starts = others.map((one) => one.stretch.from)
  const seen = { from, to: Math.min(to, ...starts.filter((start) => start > from)) }
  const isLater = starts.some((start) => start < from)
  return { className: isLater ? 'label-lap' : 'label-under', lap: isLater ? 1 : 0, seen }
}

type SideLabelProps = InLane<DeskAppointment> & {
  tape: Timeline
  sharing?: ReturnType<typeof sharingOf>
}

function SideLabel({ item, stretch, lane, lanes, tape, sharing }: SideLabelProps) {
  const state = getVisitState(item, useNow().epochMs)
  const isNew = useIsMarked(item.id)
  const seen = sharing?.seen ?? stretch
  const classes = ['label', 'label-side', `label-${state}`, ...kindClasses(item), sharing?.className]
  return (
    <li
      className={[...classes, isNew && 'label-new'].filter(Boolean).join(' ')}
      style={at(tape, seen, {
        '--lane': sharing ? 0 : lane,
        '--shared': sharing ? 1 : lanes,
        '--lap': sharing?.lap ?? 0,
        '--whole': (stretch.to - stretch.from) / inchMinutes,
      })}
    >
      <div className="label-cloth">
        <h2 className="label-name">
          <DeskLink to={appointmentRoute(item)} aria-label={nameWithKind(item)}>
            <LabelName appointment={item} minutes={seen.to - seen.from} />
          </DeskLink>
        </h2>
        {state === 'cancelled' ? (
          <p className="label-meta hint">{desk.day.cancelled}</p>
        ) : (
          (sharing || lanes === 1) && <Facts appointment={item} isNew={isNew} />
        )}
      </div>
    </li>
  )
}

/** One label for three or more clients at a time. It opens the day. */
function CrowdLabel({ group, tape }: { group: readonly InLane<DeskAppointment>[]; tape: Timeline }) {
  const [first] = group
  if (!first) return null
  const { appointment_date, appointment_time } = first.item
  const stretch = { from: first.stretch.from, to: Math.max(...group.map((visit) => visit.stretch.to)) }
  return (
    <li className="label label-side label-ahead" style={at(tape, stretch, { '--lane': 0, '--shared': 1 })}>
      <div className="label-cloth">
        <h2 className="label-name">
          <DeskLink to={dayRoute(appointment_date)}>
            <span>{desk.day.several(group.length, bareTime(appointment_time))}</span>
          </DeskLink>
        </h2>
      </div>
    </li>
  )
}
