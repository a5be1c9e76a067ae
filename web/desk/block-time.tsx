import './block-time.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { blockedTimeMaxDays, messageLengthMax, type WallStretch } from '../../booking/appointment.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, formatTime } from '../../booking/time.ts'
import { markWhileEmpty } from '../ui/times.tsx'
import { agendaEveryMs, agendaQuery } from './agenda.ts'
import { StillBooked } from './appointment/move.tsx'
import { closedBy, presets } from './block-time-presets.ts'
import { useChange } from './changes.ts'
import { ErrorMessage } from './errors.tsx'
import { dayRoute, useDay } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { useNow } from './ui/hooks.ts'
import { showNotice } from './ui/notices.tsx'
import { reopenedWords, shortDate, sourceWords, toWallTime, withDots } from './ui/words.ts'

const words = desk.closing
const isStillComing = ({ ends_at }: DeskAppointment, nowEpochMs: number) => Date.parse(ends_at) > nowEpochMs

/** While a year is typed, it is 2, 20, and 202 first. */
const isTyped = ({ from, to }: WallStretch) => from.length === 16 && to.length === 16

function wallTime(instant: string): string {
  const { date, time } = toWallTime(instant)
  return `${date}T${time}`
}

function BookedInTime({ from, to }: WallStretch) {
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
    (one) =>
      one.status === 'confirmed' &&
      isStillComing(one, epochMs) &&
      wallTime(one.starts_at) < to &&
      wallTime(one.ends_at) > from,
  )
  return (
    <StillBooked
      title={words.standing(booked.length)}
      text={<span>{words.standingText}</span>}
      appointments={booked}
      about={(one) => (
        <p>
          <b>{one.full_name}</b>
          <br />
          {withDots(
            one.appointment_date !== date && shortDate(one.appointment_date),
            formatTime(one.appointment_time),
            sourceWords(one.referral_source),
          )}
        </p>
      )}
    />
  )
}

interface MomentProps {
  legend: string
  names: readonly [string, string]
  value: string
  errorId?: string | undefined
  onChange: (value: string) => void
}

function Moment({ legend, names, value, errorId, onChange }: MomentProps) {
  const parts = value.split('T')
  return (
    <fieldset className="moment">
      <legend className="field-label">{legend}</legend>
      {(['date', 'time'] as const).map((type, index) => (
        <input
          key={type}
          className="field-control"
          type={type}
          required
          aria-invalid={errorId !== undefined}
          aria-describedby={errorId}
          ref={(input) => markWhileEmpty(input)}
          aria-label={names[index]}
          value={parts[index]}
          onChange={({ target }) => onChange(parts.with(index, target.value).join('T'))}
        />
      ))}
    </fieldset>
  )
}

export function BlockTimeDialog() {
  const { date, shop, finishWith } = useDay()
  const [stretch, setStretch] = useState<WallStretch>({ from: `${date}T`, to: `${date}T` })
  const [reason, setReason] = useState('')
  const isBackwards = isTyped(stretch) && stretch.to <= stretch.from
  const backwardsId = useId()
  const reopen = useChange('reopen_time', 'new', (reopened) => showNotice({ title: reopenedWords(reopened) }))
  const { epochMs } = useNow()
  const change = useChange('close_time', 'new', ({ closure, appointments, was_closed }) => {
    const booked = appointments.filter((one) => isStillComing(one, epochMs)).length
    showNotice({
      title: words.closed,
      text: booked > 0 ? words.standing(booked) : undefined,
      undo: was_closed ? undefined : () => reopen.mutate({ id: closure.id }),
    })
    finishWith(dayRoute(date))
  })
  return (
    <Dialog
      caps={[words.caps]}
      title={desk.close}
      onSubmit={() => isBackwards || change.mutate({ ...closedBy(stretch), reason: reason.trim() })}
      verb={words.close}
      isBusy={change.isPending}
    >
      <div className="choices">
        {presets(date, shop).map((choice) => (
          <button
            key={choice.word}
            type="button"
            className="choice"
            aria-pressed={choice.stretch.from === stretch.from && choice.stretch.to === stretch.to}
            onClick={() => setStretch(choice.stretch)}
          >
            {choice.word}
          </button>
        ))}
      </div>
      <Moment
        legend={words.from}
        names={[words.fromDate, words.fromTime]}
        value={stretch.from}
        onChange={(from) => setStretch({ ...stretch, from })}
      />
      <Moment
        legend={words.to}
        names={[words.toDate, words.toTime]}
        value={stretch.to}
        errorId={isBackwards ? backwardsId : undefined}
        onChange={(to) => setStretch({ ...stretch, to })}
      />
      <p role="alert" className="error" id={backwardsId}>
        {isBackwards ? words.backwards : ''}
      </p>
      <InputField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={messageLengthMax}
        value={reason}
        onType={setReason}
      />
      <BookedInTime {...closedBy(stretch)} />
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}
