import './booking.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { bookingForm } from '#copy/booking-form.ts'
import { desk } from '#copy/desk.ts'
import { consultation, getDuration, getKind, kindInSentence } from '../../../booking/kinds.ts'
import type { FoundClient } from '../../../booking/owner-api.ts'
import { sourceIds, sourceWords } from '../../../booking/sources.ts'
import { addDays } from '../../../booking/time.ts'
import type { Takes } from '../api.ts'
import { useChange } from '../changes.ts'
import { clientQuery } from '../client/client-page.tsx'
import { Matches, MatchText, useMatches } from '../client/matches.tsx'
import { ErrorMessage } from '../errors.tsx'
import { useKeepEditing } from '../keep-editing.ts'
import { clientRoute, DeskLink, dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InputField, SelectField, TextField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import type { AppointmentDialogProps } from './use-appointment.tsx'
import {
  DateAndTime,
  errorAbout,
  InsteadOfTaken,
  KindChoice,
  useWhen,
  useWhenIs,
  type When,
} from './when.tsx'

const words = desk.adding

/** An empty field is sent as empty. */
const noClient = { full_name: '', phone: '', email: '', referral_source: '', note: '' }
type Client = Pick<Takes<'book_for_client'>, 'referral_source'> & Record<keyof typeof noClient, string>

function known(
  { full_name, phone, email }: Pick<FoundClient, 'full_name' | 'phone' | 'email'>,
  source?: string | null,
) {
  // The shop may have removed the source since.
  const referral_source = source && sourceIds.includes(source) ? source : ''
  return { full_name, phone: phone ?? '', email: email ?? '', referral_source }
}

interface KindAndWhen extends When {
  kind: string
}

interface Typed {
  when: KindAndWhen
  client: Client
}

interface BookingProps {
  caps: string[]
  title: string
  when: KindAndWhen
  onWhen: (part: Partial<KindAndWhen>) => void
  client: Client
  who: ReactNode
  /** Restores the typed text of a form that the owner left. */
  bringBack?: (typed: Typed) => void
  children?: ReactNode
}

/** Kind, date, time, and length come first, because clients ask for those. */
function Booking({ caps, title, when, onWhen, client, who, bringBack, children }: BookingProps) {
  const { finishWith, shop } = useDay()
  // Two clients can share a name, but a repeated booking must stay one.
  const [entry, setEntry] = useState(() => crypto.randomUUID?.() ?? '')
  const { kind, date, time, length } = when
  const note = client.note.trim()
  const change = useChange('book_for_client', entry, (booked) => {
    // The first attempt was booked, with another note.
    const isOther = note !== '' && booked.note !== note
    const text = isOther ? desk.appointment.noteNow(booked.note) : undefined
    showNotice({ title: words.booked(booked.full_name), text })
    finishWith(dayRoute(booked.appointment_date))
  })
  const isTyped = bringBack !== undefined && Object.values(client).some((typed) => typed?.trim())
  useKeepEditing(
    { entry, when, client },
    isTyped && !change.isPending && !change.isSuccess,
    ({ entry, ...typed }) => {
      // The first attempt may have been booked.
      setEntry(entry)
      bringBack?.(typed)
    },
  )
  const durationMinutes = length == null ? undefined : Number(length)
  const minutes = getDuration(kind, shop)
  const whenIs = useWhenIs(when, minutes)
  const overbook = whenIs.booked !== null
  const error = errorAbout(when, change)
  const at = { appointment_date: date, appointment_time: time, durationMinutes }
  const booking = { ...client, note, kind, ...at, ...(overbook && { overbook }) }
  return (
    <Dialog
      caps={caps}
      title={title}
      onSubmit={() => change.mutate(booking)}
      verb={overbook ? words.bookAnyway : words.book}
      isBusy={change.isPending}
    >
      {who}
      <KindChoice kind={kind} onKind={(kind) => onWhen({ kind, length: null })} />
      <DateAndTime when={when} whenIs={whenIs} onWhen={onWhen} minutes={minutes} error={error} />
      {children}
      <ErrorMessage error={error}>
        <InsteadOfTaken error={error} when={when} whenIs={whenIs} onWhen={onWhen} />
      </ErrorMessage>
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
    onType: (typed: string) => {
      setTypedIn(name)
      type({ [name]: typed })
    },
  })
  // The field whose matching clients are listed, until one is filled in.
  const [typedIn, setTypedIn] = useState<string | null>(null)
  const isOpen = (name: 'full_name' | 'phone') =>
    typedIn === name && client.email === '' && client[name === 'phone' ? 'full_name' : 'phone'] === ''
  function fill(part: Partial<Client>) {
    setTypedIn(null)
    type(part)
  }
  return (
    <Booking
      caps={[words.caps]}
      title={desk.book}
      when={when}
      onWhen={onWhen}
      client={client}
      who={<p className="about hint">{words.text}</p>}
      bringBack={({ when, client }) => {
        onWhen(when)
        setClient(client)
      }}
    >
      <InputField {...field('full_name', words.name)} required />
      {isOpen('full_name') && <KnownClients typed={client.full_name} onFill={fill} />}
      <InputField {...field('phone', words.phone)} type="tel" placeholder={bookingForm.phonePlaceholder} />
      {isOpen('phone') && <KnownClients typed={client.phone} onFill={fill} />}
      <InputField {...field('email', words.email)} type="email" />
      <SelectField
        label={words.source}
        value={client.referral_source}
        options={[
          ['', words.sourceUnknown],
          ...sourceIds.map((source) => [source, sourceWords(source)] as const),
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
  const { full_name, phone, email, referral_source, kind, appointment_date } = appointment
  const { today } = useNow()
  const inTwoWeeks = addDays(today, daysUntilNext)
  const twoWeeksLater = addDays(appointment_date, daysUntilNext)
  const [when, onWhen] = useWhen<KindAndWhen>({
    kind: getKind(kind).next,
    date: twoWeeksLater < today ? inTwoWeeks : twoWeeksLater,
    time: '',
    length: null,
  })
  const caps = [words.after(kindInSentence(kind))]
  return (
    <Booking
      caps={when.date === inTwoWeeks ? [...caps, words.inTwoWeeks] : caps}
      title={desk.bookNext}
      when={when}
      onWhen={onWhen}
      client={{ ...known(appointment, referral_source), note: '' }}
      who={
        <div className="for-client">
          <b>{full_name}</b>
          <p className="reached small">
            <span>{phone}</span> <span>{email}</span>
          </p>
        </div>
      }
    />
  )
}

/** Lists all matches, because only number and last visit distinguish namesakes. */
function KnownClients({ typed, onFill }: { typed: string; onFill: (client: Partial<Client>) => void }) {
  const { date } = useDay()
  const found = useMatches(typed)
  return (
    <Matches
      typed={typed}
      found={found}
      className="matches matches-in-form"
      row={(match) => (
        <>
          <button type="button" className="match" onClick={() => onFill(known(match, match.referral_source))}>
            <span>
              <span className="unseen">{words.fillIn} </span>
              <MatchText match={match} typed={typed} />
            </span>
            <span className="fill-in small" aria-hidden="true">
              {words.fillIn}
            </span>
          </button>
          <DeskLink
            className="match-open"
            aria-label={words.openClient(match.full_name)}
            to={clientRoute(date, match.id)}
          >
            <Icon name="right" />
          </DeskLink>
        </>
      )}
    />
  )
}

/** From the client's page: after their latest appointment. */
export function BookForClientDialog() {
  const { id = '' } = useParams()
  const { data } = useQuery(clientQuery(id))
  const last = data?.appointments.find(({ status }) => status === 'confirmed') ?? data?.appointments[0]
  return last ? <BookNextDialog appointment={last} caps={[]} /> : null
}
