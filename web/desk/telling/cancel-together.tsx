import { useRef, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { texts } from '#copy/texts.ts'
import type { WallStretch } from '../../../booking/appointment.ts'
import { kindInSentence } from '../../../booking/kinds.ts'
import type { DeskAppointment } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextButton } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { shortDate, startWords, withDots } from '../ui/words.ts'
import { MessageField, Row, TextWay, Way } from './rows.tsx'

const words = desk.telling

interface Outcome {
  cancelled: readonly DeskAppointment[]
  /** Clients who changed or booked since then. */
  leftOut: readonly DeskAppointment[]
}

interface CancelTogetherProps {
  blockedTime: WallStretch & { reason: string }
  /** Who is booked in that time, as the owner saw them. */
  booked: readonly DeskAppointment[]
  /** As the owner edited it. */
  message: string | undefined
  /** @param message - undefined once it was sent */
  onMessage: (message: string | undefined) => void
  onBack: () => void
}

/** Closes a time, and cancels and notifies everyone booked in it. */
export function CancelTogether({ blockedTime, booked, onBack, onMessage, ...props }: CancelTogetherProps) {
  const { date } = useDay()
  const { epochMs, today } = useNow()
  const isToday = blockedTime.from.slice(0, 10) === today
  const message = props.message ?? (isToday ? words.messageToday : words.messageLater)
  // A wide button never cancels a client who is here now.
  const [unchecked, setUnchecked] = useState<ReadonlySet<string>>(
    () => new Set(booked.flatMap(({ id, starts_at }) => (Date.parse(starts_at) <= epochMs ? [id] : []))),
  )
  const [newcomers, setNewcomers] = useState<readonly DeskAppointment[]>([])
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const mayBeDone = useRef(false)

  const cancel = useChange('cancel_appointments', blockedTime.from, ({ cancelled, left_out }) => {
    onMessage(undefined)
    // The answer to the first attempt may be lost: it canceled everyone who is canceled now.
    const isDone = (appointment: DeskAppointment) =>
      mayBeDone.current && appointment.status === 'cancelled' && appointment.history.at(-1)?.by === 'shop'
    setOutcome({
      cancelled: [...cancelled, ...left_out.filter(isDone)],
      leftOut: left_out.filter((appointment) => !isDone(appointment)),
    })
  })
  const checked = booked.filter(({ id }) => !unchecked.has(id))
  const close = useChange('close_time', 'new', ({ appointments }) => {
    setNewcomers(appointments.filter(({ id }) => !booked.some((appointment) => appointment.id === id)))
    cancel.mutate({
      appointments: checked.map(({ id, sequence }) => ({ id, sequence })),
      message: message.trim(),
    })
  })
  const getsEmail = ({ email, ends_at }: DeskAppointment) => email !== null && Date.parse(ends_at) > epochMs
  const emails = checked.filter(getsEmail).length
  const about = (appointment: DeskAppointment) =>
    withDots(
      appointment.appointment_date !== date && shortDate(appointment.appointment_date),
      formatTime(appointment.appointment_time),
      kindInSentence(appointment.kind),
      !appointment.email && words.noEmail,
    )
  const check = (id: string) => (isChecked: boolean) => {
    const next = new Set(unchecked)
    if (isChecked) next.delete(id)
    else next.add(id)
    setUnchecked(next)
  }
  if (outcome)
    return (
      <Told
        cancelled={outcome.cancelled}
        leftOut={[...outcome.leftOut, ...newcomers]}
        about={about}
        getsEmail={getsEmail}
      />
    )
  return (
    <Dialog
      asks
      caps={[desk.close]}
      title={words.title}
      onBack={onBack}
      onSubmit={() => {
        mayBeDone.current ||= cancel.isError
        if (checked.length > 0) close.mutate(blockedTime)
      }}
      verb={checked.length > 0 && words.cancel(checked.length, emails)}
      isBusy={close.isPending || cancel.isPending}
    >
      <MessageField rows={3} value={message} onType={onMessage} />
      <p className="message-foot hint">{words.emailText}</p>
      <div className="rows-head">
        <h3 className="sheet-heading">{words.clients(booked.length)}</h3>
        <TextButton
          onClick={() =>
            setUnchecked(new Set(unchecked.size < booked.length ? booked.map(({ id }) => id) : []))
          }
        >
          {unchecked.size < booked.length ? words.uncheckAll : words.checkAll}
        </TextButton>
      </div>
      <ul className="to-tell">
        {booked.map((appointment) => (
          <Row
            key={appointment.id}
            name={appointment.full_name}
            about={about(appointment)}
            way={getsEmail(appointment) && <Way>{words.email}</Way>}
            isChecked={!unchecked.has(appointment.id)}
            onCheck={check(appointment.id)}
          />
        ))}
      </ul>
      <ErrorMessage error={close.error ?? cancel.error} />
    </Dialog>
  )
}

interface ToldProps extends Outcome {
  about: (appointment: DeskAppointment) => string
  getsEmail: (appointment: DeskAppointment) => boolean
}

function Told({ cancelled, leftOut, about, getsEmail }: ToldProps) {
  const { date, finishWith } = useDay()
  const [texted, setTexted] = useState<ReadonlyMap<string, number>>(new Map())
  const [areAllTexted, setAreAllTexted] = useState(false)
  const emailed = cancelled.filter(getsEmail)
  const toText = cancelled.length - emailed.length
  const done = () => finishWith(dayRoute(date))
  return (
    <Dialog
      caps={[desk.close]}
      title={words.canceled(cancelled.length)}
      onBack={done}
      onSubmit={done}
      verb={words.done}
    >
      <p className="about">
        {emailed.length > 0 ? words.onTheirWay(emailed.length) : words.closed}{' '}
        {toText > 0 && words.toText(toText)}
      </p>
      {leftOut.map(({ id, full_name, status, starts_at }) => (
        <p key={id} className="left-out">
          <b>{full_name}</b> {status === 'confirmed' ? words.leftOut(startWords(starts_at)) : words.gone}
        </p>
      ))}
      <ul className="to-tell">
        {cancelled.map((appointment) => {
          const isEmailed = getsEmail(appointment)
          return (
            <Row
              key={appointment.id}
              name={appointment.full_name}
              about={about(appointment)}
              way={
                isEmailed && !areAllTexted ? (
                  <Way>{words.emailed}</Way>
                ) : (
                  <TextWay
                    appointment={appointment}
                    text={texts.cancelled(
                      kindInSentence(appointment.kind),
                      startWords(appointment.starts_at),
                    )}
                    textedAtMs={texted.get(appointment.id)}
                    onText={() => setTexted(new Map(texted).set(appointment.id, Date.now()))}
                  />
                )
              }
            />
          )
        })}
      </ul>
      {!areAllTexted && emailed.some(({ phone }) => phone) && (
        <TextButton onClick={() => setAreAllTexted(true)}>{words.textOthers}</TextButton>
      )}
    </Dialog>
  )
}
