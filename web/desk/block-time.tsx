import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { blockedTimeMaxDays, messageLengthMax, type WallStretch } from '../../booking/appointment.ts'
import type { DeskAppointment } from '../../booking/owner-api.ts'
import { addDays, timeWords } from '../../booking/time.ts'
import { desk } from '../../copy/desk.ts'
import { markWhileEmpty } from '../ui/times.tsx'
import { agendaEveryMs, agendaQuery } from './agenda.ts'
import type { Answers } from './api.ts'
import { closedBy, presets } from './block-time-presets.ts'
import { useChange } from './changes.ts'
import { ErrorMessage } from './errors.tsx'
import { appointmentRoute, dayRoute, LinkButton, useDay } from './navigation.tsx'
import { Dialog } from './ui/dialog.tsx'
import { InputField } from './ui/field.tsx'
import { useNow } from './ui/hooks.ts'
import { showNotice } from './ui/notices.tsx'
import { reopenedWords, shortDate, sourceWords, wallTimeOf } from './ui/words.ts'

const words = desk.closing

const isStillComing = ({ ends_at }: Pick<DeskAppointment, 'ends_at'>, nowEpochMs: number) =>
  Date.parse(ends_at) > nowEpochMs

/** The upcoming appointments in the time: they stay until the owner moves or cancels them. */
function StillBooked({ from, to }: WallStretch) {
  const { date } = useDay()
  const { epochMs } = useNow()
  const [first, last] = [from.slice(0, 10), to.slice(0, 10)]
  // While a year is typed, it is 2, 20, and 202 first.
  const isTyped = from.length === 16 && to.length === 16
  const isClosable = isTyped && from < to && last <= addDays(first, blockedTimeMaxDays)
  const { data } = useQuery({
    ...agendaQuery(first, last),
    enabled: isClosable,
    refetchInterval: agendaEveryMs,
  })
  const wallTime = (instant: string) => {
    const { date, time } = wallTimeOf(instant)
    return `${date}T${time}`
  }
  const standing = (data?.appointments ?? []).filter(
    ({ status, starts_at, ends_at }) =>
      status === 'confirmed' &&
      isStillComing({ ends_at }, epochMs) &&
      wallTime(starts_at) < to &&
      wallTime(ends_at) > from,
  )
  return (
    <section className={standing.length > 0 ? 'standing' : undefined}>
      {/* In place before its words are: it is read out then. */}
      <p role="status">
        {standing.length > 0 && (
          <>
            <b>{words.standing(standing.length)}</b> <span>{words.standingText}</span>
          </>
        )}
      </p>
      <ul>
        {standing.map((one) => (
          <li key={one.id}>
            <p>
              <b>{one.full_name}</b>
              <br />
              {[
                one.appointment_date !== date && shortDate(one.appointment_date),
                timeWords(one.appointment_time),
                sourceWords(one.referral_source),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <LinkButton className="button" to={`${appointmentRoute(one)}/move`}>
              {desk.appointment.move}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Moment({
  legend,
  names,
  value,
  faultId,
  onChange,
}: {
  legend: string
  names: readonly [string, string]
  value: string
  /** Id of the error message. */
  faultId?: string | undefined
  onChange: (value: string) => void
}) {
  const [date = '', time = ''] = value.split('T')
  const told = { required: true, 'aria-invalid': faultId !== undefined, 'aria-describedby': faultId }
  return (
    <fieldset className="moment">
      <legend className="field-label">{legend}</legend>
      <input
        className="field-control"
        type="date"
        {...told}
        ref={(input) => markWhileEmpty(input)}
        aria-label={names[0]}
        value={date}
        onChange={(event) => onChange(`${event.target.value}T${time}`)}
      />
      <input
        className="field-control"
        type="time"
        {...told}
        ref={(input) => markWhileEmpty(input)}
        aria-label={names[1]}
        value={time}
        onChange={(event) => onChange(`${date}T${event.target.value}`)}
      />
    </fieldset>
  )
}

export function BlockTimeDialog() {
  const { date, shop, back, finishWith } = useDay()
  const choices = presets(date, shop)
  const [stretch, setStretch] = useState<WallStretch>({ from: `${date}T`, to: `${date}T` })
  const [reason, setReason] = useState('')
  const isBackwards = stretch.from.length === 16 && stretch.to.length === 16 && stretch.to <= stretch.from
  const backwardsId = useId()
  const reopen = useChange('reopen_time', 'new', (reopened) => showNotice({ title: reopenedWords(reopened) }))
  const { epochMs } = useNow()
  function done({ closure, appointments, was_closed }: Answers<'close_time'>) {
    const standing = appointments.filter((one) => isStillComing(one, epochMs)).length
    showNotice({
      title: words.closed,
      text: standing > 0 ? words.standing(standing) : undefined,
      undo: was_closed ? undefined : () => reopen.mutate({ id: closure.id }),
    })
    finishWith(dayRoute(date))
  }
  const change = useChange('close_time', 'new', done)
  return (
    <Dialog
      caps={[words.caps]}
      title={desk.close}
      onBack={back}
      onSubmit={() => isBackwards || change.mutate({ ...closedBy(stretch), reason: reason.trim() })}
      verb={words.close}
      isBusy={change.isPending}
    >
      <div className="choices">
        {choices.map((choice) => (
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
        faultId={isBackwards ? backwardsId : undefined}
        onChange={(to) => setStretch({ ...stretch, to })}
      />
      <p role="alert" className="fault" id={backwardsId}>
        {isBackwards ? words.backwards : ''}
      </p>
      <InputField
        label={words.reason}
        hint={words.reasonHint}
        maxLength={messageLengthMax}
        value={reason}
        onType={setReason}
      />
      <StillBooked {...closedBy(stretch)} />
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}
