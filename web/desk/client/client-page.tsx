import './client.css'
import '../hours/holidays.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { desk } from '#copy/desk.ts'
import { getKind, kindInSentence } from '../../../booking/kinds.ts'
import type { DeskAppointment, DeskClient } from '../../../booking/owner-api.ts'
import { formatTime, splitDate } from '../../../booking/time.ts'
import { loadedAppointments } from '../agenda.ts'
import { call, queryClient } from '../api.ts'
import { Ways } from '../appointment/appointment.tsx'
import { AttendanceMark } from '../appointment/attendance.tsx'
import { useChange } from '../changes.ts'
import { type DeskError, ErrorMessage } from '../errors.tsx'
import { useKeptNote } from '../kept-notes.ts'
import { appointmentRoute, clientRoute, DeskLink, LinkButton, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InputField, TextButton } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { Icon, Needle } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import {
  dayOfMonth,
  fullDate,
  monthShort,
  startWords,
  statusWords,
  toWallTime,
  withDots,
} from '../ui/words.ts'
import { keptWords } from './kept-note.tsx'
import { ClientNote } from './note-field.tsx'

const words = desk.client

export const clientQuery = (id: string) => ({
  queryKey: ['client', id],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('client', { id }, signal),
})

/** Without a connection: from the loaded days. */
function loadedClient(id: string): DeskClient | undefined {
  const loaded = loadedAppointments() ?? []
  const opened = loaded.find((appointment) => appointment.id === id)
  if (!opened) return undefined
  const { full_name, email, phone, client_note: note } = opened
  const isTheirs = (other: DeskAppointment) =>
    other.id === id || (email !== null && other.email === email) || (phone !== null && other.phone === phone)
  return { full_name, email, phone, note, appointments: loaded.filter(isTheirs).toReversed() }
}

export function ClientDialog() {
  const { id = '' } = useParams()
  const { data, error, failureReason } = useQuery<DeskClient, DeskError>(clientQuery(id))
  const client = data ?? (failureReason ? loadedClient(id) : undefined)
  if (!client)
    return (
      <Dialog isView caps={[desk.name]} title={desk.find}>
        {error ? <ErrorMessage error={error} /> : <p className="loading">{desk.loading}</p>}
      </Dialog>
    )
  return <OpenClient key={id} id={id} client={client} isAway={failureReason?.kind === 'unreachable'} />
}

type View = 'page' | 'correcting' | 'deleting'

function OpenClient({ id, client, isAway }: { id: string; client: DeskClient; isAway: boolean }) {
  const { date } = useDay()
  const { epochMs } = useNow()
  const [view, setView] = useState<View>('page')
  const { appointments, full_name } = client
  const opened = appointments.find((appointment) => appointment.id === id)
  if (!opened) return null
  if (view === 'correcting')
    return <CorrectClientDialog client={client} one={opened} onBack={() => setView('page')} />
  if (view === 'deleting')
    return <DeleteClientDialog client={client} id={id} onBack={() => setView('page')} />
  const confirmed = appointments.filter(({ status }) => status === 'confirmed')
  const next = confirmed.findLast(({ starts_at }) => Date.parse(starts_at) > epochMs)
  const first = appointments.at(-1)
  const caps = first ? [words.since(splitDate(first.appointment_date).year)] : []
  return (
    <Dialog
      isView
      caps={[...caps, words.visits(confirmed.length)]}
      title={full_name}
      verbs={
        <LinkButton className="verb" to={`${clientRoute(date, id)}/book`}>
          {words.book}
        </LinkButton>
      }
    >
      {next && (
        <p className="about hint">{words.next(kindInSentence(next.kind), startWords(next.starts_at))}</p>
      )}
      <Ways appointment={opened} />
      <TextButton onClick={() => setView('correcting')}>{words.correct}</TextButton>
      {isAway && <p className="hint">{desk.finding.away}</p>}
      <ClientNote appointment={{ ...opened, client_note: client.note }} />
      <h2 className="sheet-heading visits-head">{words.visitsTitle}</h2>
      <ol className="visits">
        {appointments.map((appointment) => (
          <Visit
            key={appointment.id}
            appointment={appointment}
            isNext={Date.parse(appointment.starts_at) > epochMs}
          />
        ))}
      </ol>
      <div className="last">
        <TextButton onClick={() => setView('deleting')}>{desk.finding.forget}</TextButton>
      </div>
    </Dialog>
  )
}

function Visit({ appointment, isNext }: { appointment: DeskAppointment; isNext: boolean }) {
  const { today } = useNow()
  const { appointment_date, kind, note, status, attendance, starts_at } = appointment
  const { label = 'sewn' } = getKind(kind)
  const kept = useKeptNote('write_note', appointment)
  const isCanceled = status === 'cancelled'
  const when =
    appointment_date === today
      ? `${desk.today}, ${formatTime(toWallTime(starts_at).time)}`
      : isNext
        ? `${fullDate(appointment_date)}, ${formatTime(toWallTime(starts_at).time)}`
        : fullDate(appointment_date)
  const classes = ['visit', isNext && 'visit-ahead', isCanceled && 'visit-canceled']
  return (
    <li>
      <DeskLink className={classes.filter(Boolean).join(' ')} to={appointmentRoute(appointment)}>
        <span className="holiday-date" aria-hidden="true">
          <span className="weekday">{monthShort(appointment_date)}</span>
          <span className="date">{dayOfMonth(appointment_date)}</span>
        </span>
        <span>
          <span className={`visit-kind ${label}`}>
            <b>{getKind(kind).name}</b>
          </span>
          <span className="visit-when hint">{withDots(when, isCanceled && statusWords(appointment))}</span>
          {kept ? (
            <span className="match-note hint">
              <Needle /> <span>{keptWords(kept)}</span>
            </span>
          ) : (
            note && (
              <span className="match-note hint">
                <Icon name="note" /> <span>{note.split('\n')[0]}</span>
              </span>
            )
          )}
        </span>
        {attendance && !isCanceled ? (
          <AttendanceMark noted={attendance} />
        ) : (
          isNext && !isCanceled && <Icon name="right" />
        )}
      </DeskLink>
    </li>
  )
}

interface CorrectClientProps {
  client: DeskClient
  one: DeskAppointment
  onBack: () => void
}

function CorrectClientDialog({ client, one: appointment, onBack }: CorrectClientProps) {
  const { id, sequence } = appointment
  const [details, setDetails] = useState({
    full_name: client.full_name,
    phone: client.phone ?? '',
    email: client.email ?? '',
  })
  const change = useChange('correct_client', id, () => {
    showNotice({ title: words.corrected })
    void queryClient.invalidateQueries({ queryKey: ['client'] })
    onBack()
  })
  const field = (name: keyof typeof details, label: string) => ({
    label,
    autoComplete: 'off',
    value: details[name],
    onType: (typed: string) => setDetails((before) => ({ ...before, [name]: typed })),
  })
  return (
    <Dialog
      caps={[client.full_name]}
      title={words.correct}
      onBack={onBack}
      onSubmit={() => change.mutate({ id, sequence, ...details })}
      verb={desk.appointment.save}
      isBusy={change.isPending}
    >
      <p className="about hint">{words.correctText}</p>
      <InputField {...field('full_name', desk.adding.name)} required />
      <InputField {...field('phone', desk.adding.phone)} type="tel" />
      <InputField {...field('email', desk.adding.email)} type="email" />
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}

function DeleteClientDialog({ client, id, onBack }: { client: DeskClient; id: string; onBack: () => void }) {
  const { full_name, email, phone } = client
  const { finishWith } = useDay()
  // A client without email address and number is identified by their one appointment.
  const knownBy = email ? { email } : phone ? { phone } : { id }
  const change = useChange('forget_client', full_name, () => {
    showNotice({ title: desk.finding.forgotten(full_name) })
    // Loaded agendas of other days, which stay on this device, also contain the client.
    const naming = new Set<unknown>(['clients', 'client'])
    queryClient.removeQueries({
      predicate: (query) => naming.has(query.queryKey[0]) || !query.isActive(),
    })
    finishWith()
  })
  return (
    <Dialog
      asks
      caps={[desk.find]}
      title={desk.finding.forgetTitle(full_name)}
      onBack={onBack}
      onSubmit={() => change.mutate(knownBy)}
      verb={desk.finding.forgetVerb}
      isBusy={change.isPending}
    >
      <p>{desk.finding.forgetText}</p>
      <ErrorMessage error={change.error} />
    </Dialog>
  )
}
