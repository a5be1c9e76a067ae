import './booking.css'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { bookingForm } from '#copy/booking-form.ts'
import { desk } from '#copy/desk.ts'
import { type ReferralSource, referralSources } from '../../../booking/appointment.ts'
import { consultation, getDuration, getKind, kindInSentence } from '../../../booking/kinds.ts'
import type { FoundClient } from '../../../booking/owner-api.ts'
import { addDays } from '../../../booking/time.ts'
import type { Takes } from '../api.ts'
import { useChange } from '../changes.ts'
import { useFoundClients } from '../clients.tsx'
import { ErrorMessage } from '../errors.tsx'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InputField, SelectField, TextButton, TextField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import { monthDay, withDots } from '../ui/words.ts'
import type { AppointmentDialogProps } from './use-appointment.tsx'
import { DateAndTime, KindChoice, useWhen, type When } from './when.tsx'

const words = desk.adding

/** An empty field is sent as empty. */
const noClient = { full_name: '', phone: '', email: '', referral_source: '' as const, note: '' }
type Client = Pick<Takes<'book_for_client'>, 'referral_source'> & Record<keyof typeof noClient, string>

function known(
  { full_name, phone, email }: Omit<FoundClient, 'appointments'>,
  source?: ReferralSource | null,
) {
  return { full_name, phone: phone ?? '', email: email ?? '', referral_source: source ?? ('' as const) }
}

interface KindAndWhen extends When {
  kind: string
}

interface BookingProps {
  caps: string[]
  title: string
  when: KindAndWhen
  onWhen: (part: Partial<KindAndWhen>) => void
  client: Client
  who: ReactNode
  children: ReactNode
}

/** Kind, date, time, and length come first, because clients ask for those. */
function Booking({ caps, title, when, onWhen, client, who, children }: BookingProps) {
  const { finishWith, shop } = useDay()
  // Two clients can share a name, but a repeated booking must stay one.
  const [entry] = useState(() => crypto.randomUUID?.() ?? '')
  const { kind, date, time, length } = when
  const note = client.note.trim()
  const change = useChange('book_for_client', entry, (booked) => {
    // The first attempt was booked, with another note.
    const isOther = note !== '' && booked.note !== note
    const text = isOther ? desk.appointment.noteNow(booked.note) : undefined
    showNotice({ title: words.booked(booked.full_name), text })
    finishWith(dayRoute(booked.appointment_date))
  })
  const durationMinutes = length == null ? undefined : Number(length)
  const booking = { ...client, note, kind, appointment_date: date, appointment_time: time, durationMinutes }
  return (
    <Dialog
      caps={caps}
      title={title}
      onSubmit={() => change.mutate(booking)}
      verb={words.book}
      isBusy={change.isPending}
    >
      {who}
      <KindChoice kind={kind} onKind={(kind) => onWhen({ kind, length: null })} />
      <DateAndTime when={when} onWhen={onWhen} minutes={getDuration(kind, shop)} />
      {children}
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}

export function BookDialog() {
  const { date: openDate } = useDay()
  const [search] = useSearchParams()
  const at = search.get('at') ?? ''
  const [when, onWhen] = useWhen<KindAndWhen>({ kind: consultation, date: openDate, time: at, length: null })
  // Next to the dialog, the week's open times are still clickable.
  const [lastAt, setLastAt] = useState(at)
  if (at !== lastAt) {
    setLastAt(at)
    if (at) onWhen({ date: openDate, time: at })
  }
  const [client, setClient] = useState<Client>(noClient)
  const type = (part: Partial<Client>) => setClient((before) => ({ ...before, ...part }))
  const field = (name: 'full_name' | 'phone' | 'email', label: string) => ({
    label,
    autoComplete: 'off',
    value: client[name],
    onType: (typed: string) => type({ [name]: typed }),
  })
  return (
    <Booking
      caps={[words.caps]}
      title={desk.book}
      when={when}
      onWhen={onWhen}
      client={client}
      who={<p className="about hint">{words.text}</p>}
    >
      <InputField {...field('full_name', words.name)} required />
      {client.phone === '' && client.email === '' && <KnownClient typed={client.full_name} onFill={type} />}
      <InputField {...field('phone', words.phone)} type="tel" placeholder={bookingForm.phonePlaceholder} />
      <InputField {...field('email', words.email)} type="email" />
      <SelectField
        label={words.source}
        value={client.referral_source}
        options={[
          ['', words.sourceUnknown],
          ...referralSources.map((source) => [source, bookingForm.referralSources[source]] as const),
        ]}
        onSelect={(referral_source) => type({ referral_source })}
      />
      <TextField
        label={desk.appointment.note}
        hint={desk.appointment.noteHint}
        rows={2}
        value={client.note}
        onType={(note) => type({ note })}
      />
    </Booking>
  )
}

const daysUntilNext = 14

export function BookNextDialog({ appointment }: AppointmentDialogProps) {
  const { full_name, phone, email, referral_source, note, kind, appointment_date } = appointment
  const { today } = useNow()
  const inTwoWeeks = addDays(today, daysUntilNext)
  const twoWeeksLater = addDays(appointment_date, daysUntilNext)
  const [when, onWhen] = useWhen<KindAndWhen>({
    kind: getKind(kind).next,
    date: twoWeeksLater < today ? inTwoWeeks : twoWeeksLater,
    time: '',
    length: null,
  })
  const [isNoteCopied, setNoteCopied] = useState(true)
  const caps = [words.after(kindInSentence(kind))]
  return (
    <Booking
      caps={when.date === inTwoWeeks ? [...caps, words.inTwoWeeks] : caps}
      title={desk.bookNext}
      when={when}
      onWhen={onWhen}
      client={{ ...known(appointment, referral_source), note: isNoteCopied ? note : '' }}
      who={
        <div className="for-client">
          <b>{full_name}</b>
          <p className="reached small">
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

function KnownClient({ typed, onFill }: { typed: string; onFill: (client: Partial<Client>) => void }) {
  const { data = [] } = useFoundClients(typed)
  const whole = typed.trim().toLowerCase()
  const client = data.find(({ full_name }) => full_name.toLowerCase() === whole) ?? data[0]
  if (!client) return null
  const { full_name, phone, email, appointments } = client
  const last = appointments.find(({ status }) => status === 'confirmed')
  const came = last?.attendance === 'came' ? desk.appointment.came.toLowerCase() : ''
  return (
    <div className="known small apart">
      <p>
        <b>{full_name}</b>
        <br />
        {withDots(phone ?? email, last && words.lastVisit(came, monthDay(last.appointment_date)).trim())}
      </p>
      <TextButton onClick={() => onFill(known(client, appointments[0]?.referral_source))}>
        {words.fillIn}
      </TextButton>
    </div>
  )
}
