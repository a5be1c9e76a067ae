import './client.css'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { desk } from '#copy/desk.ts'
import { createClientFinder, isDeleted } from '../../../booking/contact.ts'
import { consultation, kindInSentence } from '../../../booking/kinds.ts'
import type { ClientMatch, DeskAppointment } from '../../../booking/owner-api.ts'
import { formatTime } from '../../../booking/time.ts'
import { loadedAppointments } from '../agenda.ts'
import { call } from '../api.ts'
import { type DeskError, ErrorMessage } from '../errors.tsx'
import { clientRoute, DeskLink, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { InputField } from '../ui/field.tsx'
import { useNow } from '../ui/hooks.ts'
import { GrainArrow, Icon } from '../ui/icons.tsx'
import { shortDate, toWallTime, withDots } from '../ui/words.ts'

const words = desk.finding

const lettersMin = 2

const keyOf = ({ full_name, email, phone }: DeskAppointment) => email ?? phone ?? full_name

/** Without a connection: the clients of the days that this device loaded. */
function loadedMatches(q: string): ClientMatch[] {
  const isWanted = createClientFinder(q)
  const loaded = loadedAppointments()?.toReversed() ?? []
  const known = loaded.filter((appointment) => !isDeleted(appointment))
  const wanted = known.filter(({ full_name, email, phone }) =>
    isWanted?.({ full_name, email: email ?? '', phone: phone ?? '' }),
  )
  const each = new Map<string, ClientMatch>()
  for (const word of wanted) {
    const { id, full_name, email, phone, client_note: note, visit: visits, status } = word
    const { kind, starts_at, attendance, referral_source } = word
    const last = status === 'confirmed' ? { id, kind, starts_at, attendance } : null
    if (!each.has(keyOf(word)))
      each.set(keyOf(word), { id, full_name, email, phone, referral_source, note, visits, last })
  }
  return [...each.values()]
}

export function useMatches(typed: string) {
  const q = useDeferredValue(typed.trim())
  const isAsked = q.length >= lettersMin
  const { data, error, isSuccess, failureReason } = useQuery<ClientMatch[], DeskError>({
    queryKey: ['clients', q],
    queryFn: ({ signal }) => call('clients', { q }, signal),
    enabled: isAsked,
    placeholderData: (before) => (isAsked ? before : undefined),
    staleTime: 10_000,
  })
  const isAway = isAsked && (error ?? failureReason)?.kind === 'unreachable'
  const matches = isAway ? loadedMatches(q) : isAsked ? (data ?? []) : []
  return { matches, isAway, isKnown: isAsked && (isSuccess || isAway), error: isAway ? null : error }
}

/** Underlines the matching parts of a name. */
function Found({ text, typed }: { text: string; typed: string }) {
  const parts = typed.trim().split(/\s+/).filter(Boolean)
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  if (!pattern) return text
  return text.split(new RegExp(`(${pattern})`, 'iu')).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name.
    index % 2 === 1 ? <mark key={index}>{part}</mark> : part,
  )
}

function useLastWords() {
  const { today } = useNow()
  return ({ last }: ClientMatch) => {
    if (!last) return ''
    const { date, time } = toWallTime(last.starts_at)
    const day = date === today ? desk.day.today : shortDate(date)
    const kind = last.kind === consultation ? '' : kindInSentence(last.kind)
    return `${kind} ${day}${date === today && !kind ? `, ${formatTime(time)}` : ''}`.trim()
  }
}

export function MatchText({ match, typed }: { match: ClientMatch; typed: string }) {
  const lastWords = useLastWords()
  const { full_name, phone, email, note } = match
  return (
    <span>
      <b>
        <Found text={full_name} typed={typed} />
      </b>
      <span className="hint">{withDots(phone ?? email, lastWords(match))}</span>
      {note && (
        <span className="match-note hint">
          <GrainArrow /> <span>{note.split('\n')[0]}</span>
        </span>
      )}
    </span>
  )
}

interface MatchesProps {
  typed: string
  found: ReturnType<typeof useMatches>
  className?: string
  row: (match: ClientMatch) => ReactNode
}

export function Matches({ typed, found, className = 'matches', row }: MatchesProps) {
  const { matches, isAway, isKnown, error } = found
  const said = matches.length > 0 ? words.found(matches.length) : words.none
  return (
    <>
      <p className="hint found" role="status">
        {isKnown && typed.trim().length >= lettersMin && withDots(said, isAway && words.away)}
      </p>
      <ErrorMessage error={error} />
      <ul className={className} hidden={matches.length === 0}>
        {matches.map((match) => (
          <li key={match.id}>{row(match)}</li>
        ))}
      </ul>
    </>
  )
}

export function FindDialog() {
  const { date } = useDay()
  // The search is in the address, so it's still there after Back.
  const [search, setSearch] = useSearchParams()
  const [typed, setTyped] = useState(search.get('q') ?? '')
  const { state } = useLocation()
  const found = useMatches(typed)
  function type(q: string) {
    setTyped(q)
    setSearch({ q }, { replace: true, state })
  }
  return (
    <Dialog isView caps={[desk.name]} title={desk.find}>
      <InputField label={words.label} type="search" autoComplete="off" value={typed} onType={type} />
      <Matches
        typed={typed}
        found={found}
        row={(match) => (
          <DeskLink className="match" to={clientRoute(date, match.id)}>
            <MatchText match={match} typed={typed} />
            <Icon name="right" />
          </DeskLink>
        )}
      />
    </Dialog>
  )
}
