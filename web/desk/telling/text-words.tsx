import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import { texts } from '#copy/texts.ts'
import { toDialDigits } from '../../../booking/contact.ts'
import { getKind, kindInSentence } from '../../../booking/kinds.ts'
import { textLink } from '../../../booking/links.ts'
import type { DeskAppointment, Telling } from '../../../booking/owner-api.ts'
import { addDays, formatDay, formatTime, msPerMinute } from '../../../booking/time.ts'
import type { AppointmentDialogProps } from '../appointment/use-appointment.tsx'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useNow } from '../ui/hooks.ts'
import { startWords, toWallTime } from '../ui/words.ts'

const words = desk.telling

const lateMinutes = 20

interface ReadyText {
  title: string
  text: string
  /** The message that the client gets, unless it's a reminder. */
  tells?: { what: Telling; minutes?: number }
}

/** The texts that fit an upcoming appointment, without those that the client already got. */
function textsFor(appointment: DeskAppointment, today: string): ReadyText[] {
  const { appointment_date, appointment_time, kind, starts_at, told } = appointment
  const day =
    appointment_date === today
      ? desk.day.today
      : appointment_date === addDays(today, 1)
        ? desk.day.tomorrow
        : desk.day.on(formatDay(appointment_date))
  const start = toWallTime(Date.parse(starts_at) + lateMinutes * msPerMinute)
  const { ready } = getKind(kind)
  const isTold = (wanted: Telling) => told.some(({ what }) => what === wanted)
  return [
    { title: words.reminder, text: texts.reminder(day, formatTime(appointment_time)) },
    ...(appointment_date === today && !isTold('late')
      ? [
          {
            title: words.late,
            text: texts.late(lateMinutes, formatTime(start.time)),
            tells: { what: 'late', minutes: lateMinutes } as const,
          },
        ]
      : []),
    ...(ready && !isTold('ready')
      ? [
          {
            title: words.readyWords,
            text: texts.ready(ready, kindInSentence(kind), startWords(starts_at)),
            tells: { what: 'ready' } as const,
          },
        ]
      : []),
  ]
}

/** Opens the phone's messages with a fitting text, or a blank one. */
export function TextDialog({ appointment }: AppointmentDialogProps) {
  const { today } = useNow()
  const { id, sequence, full_name, phone } = appointment
  const note = useChange('tell_clients', `${id}-text`)
  // The sent text stays in its place until the dialog closes.
  const [all] = useState(() => textsFor(appointment, today))
  const [texted, setTexted] = useState<ReadonlyMap<string, number>>(new Map())

  function noteText({ title, text, tells }: ReadyText) {
    setTexted(new Map(texted).set(title, Date.now()))
    if (tells) note.mutate({ appointments: [{ id, sequence }], way: 'text', message: text, ...tells })
  }
  const textedWords = ({ title }: ReadyText) => {
    const at = texted.get(title)
    return at === undefined ? '' : words.texted(formatTime(toWallTime(at).time))
  }

  return (
    <Dialog caps={[desk.appointment.text, phone ?? '']} title={words.textTitle(full_name)}>
      <p className="about hint">{words.textAbout}</p>
      {phone && (
        <ul className="text-words">
          {all.map((text) => (
            <li key={text.title}>
              {/* Once the browser has followed the link. */}
              <a href={textLink(phone, text.text)} onClick={() => setTimeout(() => noteText(text))}>
                <b>{text.title}</b>
                <span className="hint">{text.text}</span>
                <span role="status">{textedWords(text)}</span>
              </a>
            </li>
          ))}
          <li>
            <a href={`sms:${toDialDigits(phone)}`}>
              <b>{words.noWords}</b>
              <span className="hint">{words.noWordsText}</span>
            </a>
          </li>
        </ul>
      )}
      <ErrorMessage error={note.error} />
    </Dialog>
  )
}
