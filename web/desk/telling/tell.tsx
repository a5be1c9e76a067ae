import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { desk } from '#copy/desk.ts'
import { texts } from '#copy/texts.ts'
import { getKind, kindInSentence } from '../../../booking/kinds.ts'
import type { DeskAppointment, Telling, TellingWay } from '../../../booking/owner-api.ts'
import { formatTime, msPerHour, msPerMinute } from '../../../booking/time.ts'
import { agendaEveryMs, agendaQuery } from '../agenda.ts'
import { hasBegun } from '../appointment/attendance.tsx'
import type { AppointmentDialogProps } from '../appointment/use-appointment.tsx'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { useKeepEditing } from '../keep-editing.ts'
import { appointmentRoute, LinkButton, useDay } from '../navigation.tsx'
import { Choices } from '../ui/choices.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import { shortDate, startWords, toWallTime, withDots } from '../ui/words.ts'
import { checkedClients } from './checked.ts'
import { MessageField, Row, TextWay, Way } from './rows.tsx'

const words = desk.telling

const asSeen = ({ id, sequence }: DeskAppointment) => ({ id, sequence })

const toldBy = ({ told }: DeskAppointment, what: Telling, way: TellingWay) =>
  told.find((telling) => telling.what === what && telling.way === way)

const textedAtMs = (appointment: DeskAppointment, what: Telling) => {
  const texted = toldBy(appointment, what, 'text')
  return texted && Date.parse(texted.at)
}

const isUnsent = (change: { isPending: boolean; isSuccess: boolean }) =>
  !change.isPending && !change.isSuccess

const firstName = ({ full_name }: DeskAppointment) => full_name.split(' ')[0] ?? full_name

/** On an appointment with a “ready” message: the way to notify the client, or when they were notified. */
export function Ready({ appointment }: { appointment: DeskAppointment }) {
  const { epochMs } = useNow()
  const { kind, status, phone, told } = appointment
  const isAhead = status === 'confirmed' && !hasBegun(appointment, epochMs)
  const route = `${appointmentRoute(appointment)}/ready`
  const [first] = told.filter(({ what }) => what === 'ready')
  if (first) {
    const { date, time } = toWallTime(first.at)
    return (
      <p className="ready-told row">
        <Icon name="check" />
        <span>
          <b>{words.toldOn(shortDate(date))}</b> {words.toldBy[first.way](formatTime(time))}
        </span>
        {isAhead && phone && !toldBy(appointment, 'ready', 'text') && (
          <LinkButton className="text-button" to={route} label={words.textTo(appointment.full_name)}>
            {words.text}
          </LinkButton>
        )}
      </p>
    )
  }
  if (!isAhead || !getKind(kind).ready) return null
  return (
    <LinkButton className="button ready" to={route}>
      {words.ready(firstName(appointment))}
    </LinkButton>
  )
}

export function ReadyDialog({ appointment, caps }: AppointmentDialogProps) {
  const { finishWith } = useDay()
  const { id, full_name, email, phone, kind, starts_at } = appointment
  const standard = words.readyMessage(kindInSentence(kind), startWords(starts_at))
  const [message, setMessage] = useState(standard)
  const tellByEmail = useChange('tell_clients', id, ({ told }) => {
    showNotice({ title: words.sent(told.length) })
    finishWith(appointmentRoute(appointment))
  })
  useKeepEditing(message, message !== standard && isUnsent(tellByEmail), setMessage)
  const noteText = useChange('tell_clients', `${id}-text`)
  const about = { appointments: [asSeen(appointment)], what: 'ready' as const, message: message.trim() }
  const isEmailed = toldBy(appointment, 'ready', 'email') !== undefined
  const canSend = email !== null && !isEmailed && message.trim() !== ''
  const text = texts.ready(getKind(kind).ready ?? '', kindInSentence(kind), startWords(starts_at))
  return (
    <Dialog
      caps={caps}
      title={words.ready(firstName(appointment))}
      onSubmit={() => canSend && tellByEmail.mutate(about)}
      verb={canSend && words.send(1)}
      isBusy={tellByEmail.isPending}
    >
      {email && !isEmailed && <MessageField rows={3} value={message} onType={setMessage} />}
      <ul className="to-tell">
        {email && (
          <Row
            name={words.email}
            about={email}
            isPlain={!isEmailed}
            way={isEmailed && <Way>{words.emailed}</Way>}
          />
        )}
        {phone && (
          <Row
            name={words.textMessage}
            about={phone}
            isPlain={!toldBy(appointment, 'ready', 'text')}
            way={
              <TextWay
                appointment={{ full_name, phone }}
                text={text}
                textedAtMs={textedAtMs(appointment, 'ready')}
                onText={() => noteText.mutate({ ...about, way: 'text', message: text })}
              />
            }
          />
        )}
      </ul>
      <ErrorMessage error={tellByEmail.error ?? noteText.error} />
    </Dialog>
  )
}

const soonMs = 3 * msPerHour

/** While they're listed next to the day. */
function useOutlined(checked: readonly DeskAppointment[]): void {
  const ids = checked.map(({ id }) => id).join(' ')
  useEffect(() => {
    checkedClients.set(new Set(ids.split(' ')))
    return () => checkedClients.set(new Set())
  }, [ids])
}

export function LateDialog() {
  const { today, epochMs, time } = useNow()
  const { data, error } = useQuery({ ...agendaQuery(today, today), refetchInterval: agendaEveryMs })
  const [minutes, setMinutes] = useState<'10' | '20' | '30'>('10')
  const [message, setMessage] = useState<string>(words.lateMessage)
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const tellByEmail = useChange('tell_clients', 'late', ({ told }) =>
    showNotice({ title: words.sent(told.length) }),
  )
  useKeepEditing(message, message !== words.lateMessage && isUnsent(tellByEmail), setMessage)
  const noteText = useChange('tell_clients', 'late-text')

  const toCome = (data?.appointments ?? []).filter(
    (appointment) => appointment.status === 'confirmed' && !hasBegun(appointment, epochMs),
  )
  const canEmail = (appointment: DeskAppointment) =>
    appointment.email !== null && !toldBy(appointment, 'late', 'email')
  const isChecked = (appointment: DeskAppointment) =>
    choices.get(appointment.id) ?? Date.parse(appointment.starts_at) < epochMs + soonMs
  const checked = toCome.filter((appointment) => canEmail(appointment) && isChecked(appointment))
  useOutlined(checked)
  const canSend = checked.length > 0 && message.trim() !== ''
  const about = { what: 'late', minutes: Number(minutes), message: message.trim() } as const
  const textOf = ({ starts_at }: DeskAppointment) => {
    const start = toWallTime(Date.parse(starts_at) + about.minutes * msPerMinute)
    return texts.late(about.minutes, formatTime(start.time))
  }
  return (
    <Dialog
      caps={[desk.today, formatTime(time)]}
      title={words.late}
      onSubmit={() => canSend && tellByEmail.mutate({ ...about, appointments: checked.map(asSeen) })}
      verb={canSend && words.send(checked.length)}
      isBusy={tellByEmail.isPending}
    >
      <Choices
        legend={words.howLate}
        options={(['10', '20', '30'] as const).map((count) => [count, words.minutes(Number(count))] as const)}
        chosen={minutes}
        onChoose={setMinutes}
      />
      <MessageField rows={2} value={message} onType={setMessage} />
      <p className="message-foot hint">{words.lateText}</p>
      <h3 className="sheet-heading">{words.stillToCome}</h3>
      {data && toCome.length === 0 && <p>{words.noneToCome}</p>}
      <ul className="to-tell">
        {toCome.map((appointment) => {
          const isEmailed = toldBy(appointment, 'late', 'email') !== undefined
          const isTold = isEmailed || toldBy(appointment, 'late', 'text') !== undefined
          const start = [formatTime(appointment.appointment_time), kindInSentence(appointment.kind)]
          return (
            <Row
              key={appointment.id}
              name={appointment.full_name}
              about={withDots(...start, !appointment.email && words.noEmail)}
              isPlain={!isTold}
              way={
                appointment.email ? (
                  <Way>{isEmailed ? words.emailed : words.email}</Way>
                ) : (
                  <TextWay
                    appointment={appointment}
                    text={textOf(appointment)}
                    textedAtMs={textedAtMs(appointment, 'late')}
                    onText={() =>
                      noteText.mutate({
                        ...about,
                        appointments: [asSeen(appointment)],
                        way: 'text',
                        message: textOf(appointment),
                      })
                    }
                  />
                )
              }
              isChecked={isChecked(appointment)}
              onCheck={
                canEmail(appointment)
                  ? (isOn: boolean) => setChoices(new Map(choices).set(appointment.id, isOn))
                  : undefined
              }
            />
          )
        })}
      </ul>
      <ErrorMessage error={tellByEmail.error ?? noteText.error ?? error} />
    </Dialog>
  )
}
