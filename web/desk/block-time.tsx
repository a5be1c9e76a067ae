import './block-time.css'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { blockedTimeMaxDays, messageLengthMax, type WallStretch } from '../../booking/appointment.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, formatTime, msPerDay, timeToMinutes } from '../../booking/time.ts'
import { markWhileEmpty } from '../ui/times.tsx'
import { agendaEveryMs, agendaQuery } from './agenda.ts'
import { StillBooked } from './appointment/move.tsx'
import { afternoon, closedBy, type TypedClosing, withFromDate } from './block-time-presets.ts'
import { useChange } from './changes.ts'
import { ErrorMessage } from './errors.tsx'
import { useKeepEditing } from './keep-editing.ts'
import { dayRoute, useDay } from './navigation.tsx'
import { CancelTogether } from './telling/cancel-together.tsx'
import { Choices } from './ui/choices.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { useNow } from './ui/hooks.ts'
import { showNotice } from './ui/notices.tsx'
import {
  closedWords,
  fullDate,
  hoursWords,
  reopenedWords,
  shortDate,
  sourceWords,
  toWallTime,
  withDots,
} from './ui/words.ts'

const words = desk.closing
const isStillComing = ({ ends_at }: DeskAppointment, nowEpochMs: number) => Date.parse(ends_at) > nowEpochMs

/** A year being typed is 2, 20, and 202 first, and the end moves along with it. */
const isTyped = ({ from, to }: WallStretch) => from.length === 16 && to.length === 16 && from >= '2000'

function wallTime(instant: string): string {
  const { date, time } = toWallTime(instant)
  return `${date}T${time}`
}

interface BookedInTimeProps extends WallStretch {
  onCancelAll: (booked: readonly DeskAppointment[]) => void
}

function BookedInTime({ from, to, onCancelAll }: BookedInTimeProps) {
  const { date } = useDay()
  const { epochMs } = useNow()
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  const isClosable = isTyped({ from, to }) && from < to && last <= addDays(first, blockedTimeMaxDays)
  const { data } = useQuery({
    ...agendaQuery(first, last),
    enabled: isClosable,
    refetchInterval: agendaEveryMs,
  })
  const booked = (data?.appointments ?? []).filter(
    (appointment) =>
      appointment.status === 'confirmed' &&
      !appointment.attendance &&
      isStillComing(appointment, epochMs) &&
      wallTime(appointment.starts_at) < to &&
      wallTime(appointment.ends_at) > from,
  )
  return (
    <StillBooked
      title={words.standing(booked.length)}
      text={<span>{words.standingText}</span>}
      appointments={booked}
      verb={
        <button type="button" className="button button-wide" onClick={() => onCancelAll(booked)}>
          {desk.telling.open}
        </button>
      }
      about={(appointment) => (
        <p>
          <b>{appointment.full_name}</b>
          <br />
          {withDots(
            appointment.appointment_date !== date && shortDate(appointment.appointment_date),
            formatTime(appointment.appointment_time),
            sourceWords(appointment.referral_source),
          )}
        </p>
      )}
    />
  )
}

interface MomentProps {
  legend: string
  names: readonly [string, string]
  date: string
  /** Without it, there's only a date. */
  time?: string | undefined
  errorId?: string | undefined
  onDate: (date: string) => void
  onTime: (time: string) => void
}

function Moment({ legend, names, date, time, errorId, onDate, onTime }: MomentProps) {
  const field = (type: 'date' | 'time', name: string, value: string, onType: (typed: string) => void) => (
    <input
      className="field-control"
      type={type}
      required
      aria-invalid={errorId !== undefined}
      aria-describedby={errorId}
      ref={(input) => markWhileEmpty(input)}
      aria-label={name}
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  )
  return (
    <fieldset className={time === undefined ? 'moment moment-day' : 'moment'}>
      <legend className="field-label">{legend}</legend>
      {field('date', names[0], date, onDate)}
      {time !== undefined && field('time', names[1], time, onTime)}
    </fieldset>
  )
}

function verbOf(typed: TypedClosing, closed: WallStretch): string {
  const { fromDate, toDate } = typed
  if (!isTyped(closed) || closed.to <= closed.from) return words.closeTime
  if (typed.how === 'days')
    return words.closeCount((Date.parse(toDate) - Date.parse(fromDate)) / msPerDay + 1)
  if (fromDate !== toDate) return words.closeTime
  const until = typed.toTime === '00:00' ? 24 * 60 : timeToMinutes(typed.toTime)
  return words.closeHours(hoursWords({ from: timeToMinutes(typed.fromTime), to: until }))
}

export function BlockTimeDialog() {
  const { date, shop, finishWith } = useDay()
  const now = useNow()
  const [typed, setTyped] = useState<TypedClosing>({
    ...{ how: 'hours', fromDate: date, toDate: date, fromTime: '', toTime: '' },
  })
  const [who, setWho] = useState<'everyone' | 'one'>('everyone')
  const [reason, setReason] = useState('')
  const [toCancel, setToCancel] = useState<readonly DeskAppointment[]>([])
  /** For the canceled clients, once the owner edited it. */
  const [message, setMessage] = useState<string>()
  const isSending = useIsMutating({ mutationKey: ['cancel_appointments'] }) > 0
  useKeepEditing({ typed, who, reason, toCancel, message }, message !== undefined && !isSending, (left) => {
    setTyped(left.typed)
    setWho(left.who)
    setReason(left.reason)
    setToCancel(left.toCancel)
    setMessage(left.message)
  })
  const type = (part: Partial<TypedClosing>) => setTyped({ ...typed, ...part })
  const closed = closedBy(typed)
  const isBackwards = isTyped(closed) && closed.to <= closed.from
  const backwardsId = useId()
  const reopen = useChange('reopen_time', 'new', (reopened) => showNotice({ title: reopenedWords(reopened) }))
  const change = useChange('close_time', 'new', ({ blocked_time: blocked, appointments, was_closed }) => {
    const booked = appointments.filter((appointment) => isStillComing(appointment, now.epochMs)).length
    showNotice({
      title: closedWords(blocked),
      text: booked > 0 ? words.standing(booked) : undefined,
      undo: was_closed ? undefined : () => reopen.mutate({ id: blocked.id }),
    })
    finishWith(dayRoute(date))
  })
  const areDays = typed.how === 'days'
  const isOne = who === 'one'
  const days = isTyped(closed) && !isBackwards ? [fullDate(typed.fromDate), fullDate(typed.toDate)] : []
  if (toCancel.length > 0)
    return (
      <CancelTogether
        blockedTime={{ ...closed, reason: reason.trim() }}
        booked={toCancel}
        message={message}
        onMessage={setMessage}
        onBack={() => setToCancel([])}
      />
    )
  return (
    <Dialog
      caps={[isOne ? words.capsOne : words.caps]}
      title={desk.close}
      onSubmit={() =>
        isBackwards || change.mutate({ ...closed, reason: reason.trim(), ...(isOne && { places: 1 }) })
      }
      verb={verbOf(typed, closed)}
      isBusy={change.isPending}
    >
      <Choices
        legend={words.howLong}
        options={[
          ['afternoon', typed.fromDate === now.today ? words.restOfDay : words.afternoon],
          ['days', words.wholeDays],
          ['hours', words.hours],
        ]}
        chosen={typed.how}
        onChoose={(how) => (how === 'afternoon' ? setTyped(afternoon(typed, shop, now)) : type({ how }))}
      />
      <Moment
        legend={words.from}
        names={[words.fromDate, words.fromTime]}
        date={typed.fromDate}
        time={areDays ? undefined : typed.fromTime}
        onDate={(fromDate) => setTyped(withFromDate(typed, fromDate))}
        onTime={(fromTime) => type({ how: 'hours', fromTime })}
      />
      <Moment
        legend={words.to}
        names={[words.toDate, words.toTime]}
        date={typed.toDate}
        time={areDays ? undefined : typed.toTime}
        errorId={isBackwards ? backwardsId : undefined}
        onDate={(toDate) => type({ toDate })}
        onTime={(toTime) => type({ how: 'hours', toTime })}
      />
      <p role="alert" className="error" id={backwardsId}>
        {isBackwards ? words.backwards : ''}
      </p>
      {areDays && days[0] !== days[1] && (
        <p className="about hint" role="status">
          {words.through(days[0] ?? '', days[1] ?? '')}
        </p>
      )}
      {shop.opening.capacity > 1 && (
        <Choices
          legend={words.whoIsAway}
          isLegendShown
          options={[
            ['everyone', words.everyone],
            ['one', words.oneFitter],
          ]}
          chosen={who}
          onChoose={setWho}
        />
      )}
      {isOne && <p className="about hint">{words.othersOpen(shop.opening.capacity - 1)}</p>}
      <InputField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={messageLengthMax}
        value={reason}
        onType={setReason}
      />
      {!isOne && <BookedInTime {...closed} onCancelAll={setToCancel} />}
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}
