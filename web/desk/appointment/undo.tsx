import '../ui/choices.css'
import '../telling/tell.css'
import './undo.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import type { SimilarBooking } from '../../../booking/owner-api.ts'
import { call } from '../api.ts'
import { useChange } from '../changes.ts'
import { ErrorMessage } from '../errors.tsx'
import { dayRoute, useDay } from '../navigation.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SubmitButton, TextButton } from '../ui/field.tsx'
import { CameMark, Icon } from '../ui/icons.tsx'
import { showNotice } from '../ui/notices.tsx'
import { betweenWords, monthDay, shortStart, toWallTime } from '../ui/words.ts'
import type { AppointmentDialogProps } from './use-appointment.tsx'

const words = desk.undoing

interface RowProps {
  booking: SimilarBooking
  isChecked: boolean
  onCheck: (isChecked: boolean) => void
}

function Row({ booking: { full_name, starts_at, known, gets_email }, isChecked, onCheck }: RowProps) {
  const { date, time } = toWallTime(starts_at)
  return (
    <li>
      <label>
        <input type="checkbox" checked={isChecked} onChange={({ target }) => onCheck(target.checked)} />
        <span className="tick">
          <Icon name="check" />
        </span>
        <span>
          <b>{full_name}</b>
          {shortStart(date, time)}
          <span className="hint">{gets_email ? words.email : words.noEmail}</span>
          {known && (
            <span className="is-known">
              {known.by === 'came' && <CameMark />}
              {words.known[known.by](known.date ? monthDay(known.date) : '')}
            </span>
          )}
        </span>
      </label>
    </li>
  )
}

/** Lists the bookings that share a network, address, or number, so the owner can undo the fake ones. */
export function UndoDialog({ appointment: { id, appointment_date }, caps }: AppointmentDialogProps) {
  const { agenda, finishWith } = useDay()
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const similar = useQuery({
    queryKey: ['similar_bookings', id],
    queryFn: ({ signal }) => call('similar_bookings', { id }, signal),
    gcTime: 0,
  })
  const leave = (title: string) => {
    showNotice({ title })
    finishWith(dayRoute(appointment_date))
  }
  const undo = useChange('undo_bookings', id, ({ undone }) => leave(words.undone(undone)))
  const end = useChange('end_booking_alert', id, () => leave(words.ended))
  // In the order of booking.
  const bookings = (similar.data ?? []).toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
  const ids = bookings.filter((booking) => checked.has(booking.id)).map((booking) => booking.id)
  const fresh = bookings.filter((booking) => booking.known === null).map((booking) => booking.id)
  const isAlerted = agenda.booking_alerts.some((alert) => bookings.some((booking) => booking.id === alert.id))
  const hasChecked = ids.length > 0
  const booked = bookings.map((booking) => toWallTime(booking.created_at).time)
  const shownCaps = isAlerted ? [betweenWords(booked[0] ?? '', booked.at(-1) ?? ''), words.network] : caps
  const check = (bookingId: string) => (isChecked: boolean) => {
    const next = new Set(checked)
    if (isChecked) next.add(bookingId)
    else next.delete(bookingId)
    setChecked(next)
  }
  return (
    <Dialog
      asks
      caps={shownCaps}
      title={words.title}
      onSubmit={() => hasChecked && undo.mutate({ id, ids })}
      verbs={
        <>
          {isAlerted && (
            <SubmitButton
              className={hasChecked ? 'bar-button' : 'verb'}
              isBusy={end.isPending}
              onPress={() => end.mutate({ id })}
            >
              {words.real}
            </SubmitButton>
          )}
          {hasChecked && (
            <SubmitButton className="verb verb-red" isBusy={undo.isPending}>
              {words.undo(ids.length)}
            </SubmitButton>
          )}
        </>
      }
    >
      <p className="about">{words.text(bookings.length)}</p>
      <div className="rows-head">
        <h3 className="sheet-heading" aria-live="polite">
          {words.checked(ids.length, bookings.length)}
        </h3>
        {hasChecked ? (
          <TextButton onClick={() => setChecked(new Set())}>{words.uncheckAll}</TextButton>
        ) : (
          fresh.length > 0 && (
            <TextButton onClick={() => setChecked(new Set(fresh))}>{words.checkNew(fresh.length)}</TextButton>
          )
        )}
      </div>
      <ul className="to-tell unusual">
        {bookings.map((booking) => (
          <Row
            key={booking.id}
            booking={booking}
            isChecked={checked.has(booking.id)}
            onCheck={check(booking.id)}
          />
        ))}
      </ul>
      <ErrorMessage error={undo.error ?? end.error ?? similar.error} />
    </Dialog>
  )
}
