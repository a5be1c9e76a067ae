import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { type ReferralSource, referralSources } from '../../../booking/appointment.ts'
import { consultation, durationOf, kindIds, kindOf } from '../../../booking/kinds.ts'
import type { DeskAppointment, FoundClient } from '../../../booking/owner-api.ts'
import { bookingForm } from '../../../copy/booking-form.ts'
import { desk } from '../../../copy/desk.ts'
import { useAppointmentChange } from '../changes.ts'
import { useFoundClients } from '../clients.tsx'
import { ErrorMessage } from '../errors.tsx'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, InputField, TextArea } from '../ui/field.tsx'
import { showNotice } from '../ui/notices.tsx'
import { monthDay } from '../ui/words.ts'
import { DateAndTime } from './move.tsx'

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

/** Books for a client who calls or walks in. Date and time come first, because they ask for those. */
export function BookDialog() {
  const { date: openDate, back, finishWith, shop } = useDay()
  const [kind, setKind] = useState(consultation)
  const [search] = useSearchParams()
  const [date, setDate] = useState(openDate)
  const at = search.get('at') ?? ''
  const [time, setTime] = useState(at)
  // Next to the dialog, the week's open times can still be clicked.
  const [lastAt, setLastAt] = useState(at)
  if (at !== lastAt) {
    setLastAt(at)
    if (at) {
      setDate(openDate)
      setTime(at)
    }
  }
  const [typed, setTyped] = useState(nothing)
  const type = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  // Two clients can share a name, but a repeated booking must stay one.
  const [entry] = useState(() => crypto.randomUUID?.() ?? '')
  function done(booked: DeskAppointment) {
    // The first attempt was booked, with another note.
    const isOther = typed.note.trim() !== '' && booked.note !== typed.note.trim()
    const text = isOther ? desk.appointment.noteNow(booked.note) : undefined
    showNotice({ title: words.booked(booked.full_name), text })
    finishWith(dayRoute(booked.appointment_date))
  }
  const change = useAppointmentChange('book_for_client', entry, done)

  return (
    <Dialog
      caps={[words.caps]}
      title={desk.book}
      onBack={back}
      onSubmit={() =>
        change.mutate({ ...given(typed), kind, appointment_date: date, appointment_time: time })
      }
      verb={words.book}
      isBusy={change.isPending}
    >
      <p className="about">{words.text}</p>
      <Field label={words.kind}>
        {(id) => (
          <select
            id={id}
            className="field-control"
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          >
            {kindIds.map((one) => (
              <option key={one} value={one}>
                {words.kindOption(kindOf(one).name, durationOf(one, shop))}
              </option>
            ))}
          </select>
        )}
      </Field>
      <DateAndTime
        date={date}
        time={time}
        onDate={setDate}
        onTime={setTime}
        durationMinutes={durationOf(kind, shop)}
      />
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
      <ErrorMessage error={change.error} />
    </Dialog>
  )
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
