import './booking.css'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ReferralSource, referralSources } from '../../../booking/appointment.ts'
import { consultation, durationOf, kindInSentence, kindOf } from '../../../booking/kinds.ts'
import type { DeskAppointment, FoundClient } from '../../../booking/owner-api.ts'
import { addDays } from '../../../booking/time.ts'
import { bookingForm } from '../../../copy/booking-form.ts'
import { desk } from '../../../copy/desk.ts'
import { useAppointmentChange } from '../changes.ts'
import { useFoundClients } from '../clients.tsx'
import { ErrorMessage } from '../errors.tsx'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, InputField, TextArea } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import { monthDay } from '../ui/words.ts'
import { useAppointment } from './use-appointment.tsx'
import { DateAndTime, KindChoice } from './when.tsx'

const words = desk.adding

interface Typed {
  full_name: string
  phone: string
  email: string
  referral_source: ReferralSource | ''
  note: string
}

const nothing: Typed = { full_name: '', phone: '', email: '', referral_source: '', note: '' }

/** Leaves empty fields out of the call. */
function given(typed: Typed) {
  const { full_name, referral_source, ...rest } = typed
  const filled = Object.entries(rest).filter(([, value]) => value.trim() !== '')
  return {
    full_name: full_name.trim(),
    ...Object.fromEntries(filled.map(([name, value]) => [name, value.trim()])),
    ...(referral_source && { referral_source }),
  }
}

interface When {
  kind: string
  date: string
  time: string
  /** As typed; null while it is the kind's own. */
  length: string | null
}

interface BookingProps {
  caps: string[]
  title: string
  when: When
  onWhen: (part: Partial<When>) => void
  typed: Typed
  /** Above the kind. */
  who: ReactNode
  /** Below the open times. */
  children: ReactNode
}

/** Kind, date, time, and length come first, because clients ask for those. */
function Booking({ caps, title, when, onWhen, typed, who, children }: BookingProps) {
  const { back, finishWith, shop } = useDay()
  // Two clients can share a name, but a repeated booking must stay one.
  const [entry] = useState(() => crypto.randomUUID?.() ?? '')
  const { kind, date, time, length } = when
  function done(booked: DeskAppointment) {
    // The first attempt was booked, with another note.
    const isOther = typed.note.trim() !== '' && booked.note !== typed.note.trim()
    const text = isOther ? desk.appointment.noteNow(booked.note) : undefined
    showNotice({ title: words.booked(booked.full_name), text })
    finishWith(dayRoute(booked.appointment_date))
  }
  const change = useAppointmentChange('book_for_client', entry, done)
  const book = () =>
    change.mutate({
      ...given(typed),
      kind,
      appointment_date: date,
      appointment_time: time,
      ...(length !== null && { durationMinutes: Number(length) }),
    })

  return (
    <Dialog
      caps={caps}
      title={title}
      onBack={back}
      onSubmit={book}
      verb={words.book}
      isBusy={change.isPending}
    >
      {who}
      <KindChoice kind={kind} onKind={(kind) => onWhen({ kind, length: null })} />
      <DateAndTime
        date={date}
        time={time}
        onDate={(date) => onWhen({ date })}
        onTime={(time) => onWhen({ time })}
        minutes={durationOf(kind, shop)}
        length={length}
        onLength={(length) => onWhen({ length })}
      />
      {children}
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}

function useWhen(kind: string, date: string, time: string) {
  const [when, setWhen] = useState<When>({ kind, date, time, length: null })
  return [when, (part: Partial<When>) => setWhen((before) => ({ ...before, ...part }))] as const
}

/** Books for a client who calls or walks in. */
export function BookDialog() {
  const { date: openDate } = useDay()
  const [search] = useSearchParams()
  const at = search.get('at') ?? ''
  const [when, onWhen] = useWhen(consultation, openDate, at)
  // Next to the dialog, the week's open times can still be clicked.
  const [lastAt, setLastAt] = useState(at)
  if (at !== lastAt) {
    setLastAt(at)
    if (at) onWhen({ date: openDate, time: at })
  }
  const [typed, setTyped] = useState(nothing)
  const type = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))

  return (
    <Booking
      caps={[words.caps]}
      title={desk.book}
      when={when}
      onWhen={onWhen}
      typed={typed}
      who={<p className="about">{words.text}</p>}
    >
      <InputField
        label={words.name}
        required
        autoComplete="off"
        value={typed.full_name}
        onType={(full_name) => type({ full_name })}
      />
      {typed.phone === '' && typed.email === '' && (
        <KnownClient
          typed={typed.full_name}
          onFill={({ full_name, phone, email, appointments }) =>
            type({
              full_name,
              phone: phone ?? '',
              email: email ?? '',
              referral_source: appointments[0]?.referral_source ?? '',
            })
          }
        />
      )}
      <InputField
        label={words.phone}
        type="tel"
        autoComplete="off"
        placeholder={bookingForm.phonePlaceholder}
        value={typed.phone}
        onType={(phone) => type({ phone })}
      />
      <InputField
        label={words.email}
        type="email"
        autoComplete="off"
        value={typed.email}
        onType={(email) => type({ email })}
      />
      <Field label={words.source}>
        {(id) => (
          <select
            id={id}
            className="field-control"
            value={typed.referral_source}
            onChange={(event) => type({ referral_source: event.target.value as Typed['referral_source'] })}
          >
            <option value="">{words.sourceUnknown}</option>
            {referralSources.map((source) => (
              <option key={source} value={source}>
                {bookingForm.referralSources[source]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={desk.appointment.note} hint={desk.appointment.noteHint}>
        {(id) => (
          <TextArea
            id={id}
            rows={2}
            value={typed.note}
            onChange={(event) => type({ note: event.target.value })}
          />
        )}
      </Field>
    </Booking>
  )
}

const daysUntilNext = 14

/** Books the same client again: the kind that follows, two weeks on. */
function BookingNext({ appointment }: { appointment: DeskAppointment }) {
  const { full_name, phone, email, referral_source, note, kind, appointment_date } = appointment
  const { today } = useNow()
  const inTwoWeeks = addDays(today, daysUntilNext)
  const twoWeeksLater = addDays(appointment_date, daysUntilNext)
  const [when, onWhen] = useWhen(kindOf(kind).next, twoWeeksLater < today ? inTwoWeeks : twoWeeksLater, '')
  const [isNoteCopied, setNoteCopied] = useState(true)
  const caps = [words.after(kindInSentence(kind))]
  return (
    <Booking
      caps={when.date === inTwoWeeks ? [...caps, words.inTwoWeeks] : caps}
      title={desk.bookNext}
      when={when}
      onWhen={onWhen}
      typed={{
        full_name,
        phone: phone ?? '',
        email: email ?? '',
        referral_source: referral_source ?? '',
        note: isNoteCopied ? note : '',
      }}
      who={
        <div className="for-client">
          <b>{full_name}</b>
          <p className="reached">
            <span>{phone}</span> <span>{email}</span>
          </p>
        </div>
      }
    >
      {note && (
        <label className="take-note">
          <input
            type="checkbox"
            checked={isNoteCopied}
            onChange={({ target }) => setNoteCopied(target.checked)}
          />
          <span className="tick">
            <Icon name="check" />
          </span>
          {words.copyNote} <span className="hint">{note}</span>
        </label>
      )}
    </Booking>
  )
}

export function BookNextDialog() {
  const appointment = useAppointment()
  return appointment ? <BookingNext key={appointment.id} appointment={appointment} /> : null
}

/** Offers a former client with the typed name. */
export function KnownClient({ typed, onFill }: { typed: string; onFill: (client: FoundClient) => void }) {
  const { data = [] } = useFoundClients(typed)
  const whole = typed.trim().toLowerCase()
  const client = data.find(({ full_name }) => full_name.toLowerCase() === whole) ?? data[0]
  if (!client) return null
  const last = client.appointments.find(({ status }) => status === 'confirmed')
  const came = last?.attendance === 'came' ? desk.appointment.came.toLowerCase() : ''
  return (
    <div className="known">
      <p>
        <b>{client.full_name}</b>
        <br />
        {[client.phone ?? client.email, last && words.lastVisit(came, monthDay(last.appointment_date)).trim()]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <button type="button" className="text-button" onClick={() => onFill(client)}>
        {words.fillIn}
      </button>
    </div>
  )
}
