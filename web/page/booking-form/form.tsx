import { type RefObject, type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { bookingForm, fieldTitles, privacy } from '#copy/booking-form.ts'
import { type Appointment, fieldNames } from '../../../booking/appointment.ts'
import { clientEvent } from '../../../booking/calendar-event.ts'
import { askedEmailField } from '../../../booking/contact.ts'
import { honeypotField } from '../../../booking/public-api.ts'
import type { FieldErrors } from '../../../booking/sentences.ts'
import { formatDate, formatTapeDay, formatTime } from '../../../booking/time.ts'
import type { TypedFields } from '../../../booking/validation.ts'
import { Agreement } from '../../ui/agreement.tsx'
import { CallOrText, PhoneText } from '../../ui/phone-number.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Static } from '../hydration/islands.tsx'
import { loadApi } from '../load-api.ts'
import { currentShop, isDayInDoubt, refreshHours } from '../shop-hours.ts'
import { BookingFields } from './fields.tsx'
import { keepBooking, recallBooking, useLastBooking } from './last-booking.ts'
import { NearestTimes } from './open-times.tsx'
import { detectSource } from './source.ts'
import { useBooking } from './use-booking.ts'
import { fillField, getControl, getFieldName, useFieldChecks } from './use-field-checks.ts'

interface BookedPanelProps {
  /** The heading of the form’s section: one page can have both panels. */
  titleId: string
  appointment: Appointment
  /** Just booked: takes the focus, so screen readers read it, and the next Tab leads to its links. */
  isNew: boolean
  onAgain: () => void
}

/** Replaces the fields until the visit is over or the visitor wants another time. */
function BookedPanel({ titleId, appointment, isNew, onAgain }: BookedPanelProps) {
  const copy = bookingForm.booked
  const panel = useRef<HTMLElement>(null)
  const whenId = useId()
  const { appointment_date: date, appointment_time: time, email } = appointment

  useEffect(() => {
    if (!isNew) return
    panel.current?.focus({ preventScroll: true })
    panel.current?.scrollIntoView({ block: 'start' })
  }, [isNew])

  return (
    <section className="booked" ref={panel} tabIndex={-1} aria-labelledby={`${titleId} ${whenId}`}>
      <p className="tape-length" aria-hidden="true">
        <span className="tape-day">{formatTapeDay(date).join(', ')}</span>
        <span className="tape-time">{formatTime(time)}</span>
      </p>
      <Agreement
        id={appointment.id}
        event={clientEvent(appointment, currentShop())}
        when={copy.heading(formatDate(date), formatTime(time))}
        whenId={whenId}
        link={{ target: '_blank', rel: 'noopener noreferrer' }}
      />
      <p>
        {copy.mailTo} <b translate="no">{email}</b> {copy.mailFor}
      </p>
      <p>
        {copy.wrongAddress} <CallOrText />
      </p>
      <p className="booked-company">{copy.company}</p>
      <p className="booked-foot">
        <button type="button" className="quiet" onClick={onAgain}>
          {copy.again}
        </button>
        <button type="button" className="quiet" onClick={() => print()}>
          {copy.print}
        </button>
      </p>
    </section>
  )
}

/** Keeps the entries and the focus if React replaces a form that a translator or an extension changed. */
function useTypedBefore(id: string, formRef: RefObject<HTMLFormElement | null>): void {
  const [before] = useState(() =>
    typeof document === 'undefined'
      ? null
      : { form: document.forms.namedItem(id), focused: document.activeElement },
  )
  useLayoutEffect(() => {
    const form = formRef.current
    if (!form || !before?.form || form === before.form) return
    for (const name of fieldNames) {
      const [control, typed] = [getControl(form, name), getControl(before.form, name)]
      if (control && typed) control.value = typed.value
    }
    const focused = before.form.contains(before.focused) && before.focused && getFieldName(before.focused)
    if (focused) getControl(form, focused)?.focus({ preventScroll: true })
  }, [before, formRef])
}

function isHoneypotFilled(form: HTMLFormElement): boolean {
  const field = form.elements.namedItem(honeypotField)
  return field instanceof HTMLInputElement && field.value !== ''
}

const FormEnd = () => (
  <>
    {/* Hidden, not only clipped, so neither browsers nor password managers fill it in. */}
    <span className="honeypot" aria-hidden="true">
      {bookingForm.honeypot}
      <input name={honeypotField} type="text" autoComplete="off" tabIndex={-1} />
    </span>
    <div className="sheet-end">
      <p className="sheet-call">
        {bookingForm.ratherTalk} <CallOrText />
      </p>
      <details className="privacy">
        <summary>{privacy.title}</summary>
        <p>
          <PhoneText text={privacy.text} />
        </p>
      </details>
    </div>
  </>
)

interface BookingFormProps {
  placement: 'book' | 'closing'
  typed?: TypedFields
  errors?: FieldErrors
}

/** Specification, points 4 and 5. Without JavaScript, the browser posts it to `/book`, which answers with a page. */
export function BookingForm({ placement, typed = {}, errors = {} }: BookingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  useTypedBefore(placement, form)
  const { checks, onInput, onBlur, validFields, reset } = useFieldChecks(form, errors)
  const { booking, submit } = useBooking()
  const [isAskingDay, setAskingDay] = useState(false)
  const { alerts, nearest } = booking
  const booked = useLastBooking()
  const isBusy = booking.isSubmitting || isAskingDay
  const noteId = `${placement}-note`

  // The disabled button lost the focus. After a failure it gets it back; after a success the panel takes it.
  const isAnswered = !isBusy && alerts.length > 0
  useEffect(() => {
    recallBooking()
    const source = detectSource(location.search, document.referrer)
    const select = form.current && getControl(form.current, 'referral_source')
    if (source && select?.value === '') select.value = source
  }, [])
  useEffect(() => {
    if (!isAnswered) return
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
  }, [isAnswered])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the nearest times make the answer longer.
  useEffect(() => {
    if (isAnswered) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [isAnswered, nearest])

  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    const sent = event.currentTarget
    // The browser submits it, and the server answers, in case a person filled in the field.
    if (isHoneypotFilled(sent)) return
    event.preventDefault()
    if (isDayInDoubt()) {
      setAskingDay(true)
      await refreshHours()
      setAskingDay(false)
    }
    const fields = validFields(sent)
    if (!fields) return
    const onSaved = () => {
      sent.reset()
      reset()
    }
    const sendNatively = () => {
      // The server doesn’t ask about the address again.
      const addAsked = ({ formData }: FormDataEvent) => formData.set(askedEmailField, fields.email)
      sent.addEventListener('formdata', addAsked, { once: true })
      sent.submit()
    }
    await submit(fields, onSaved, sendNatively)
  }

  const chooseTime = (time: string) => fillField(form.current, 'appointment_time', time)
  const chooseDay = (date: string, time: string) => {
    fillField(form.current, 'appointment_date', date)
    chooseTime(time)
  }
  // The day's own times replace the buttons, so the focus would be lost.
  const chooseNextDay = (date: string, time: string) => {
    chooseDay(date, time)
    if (form.current) getControl(form.current, 'appointment_time')?.focus({ preventScroll: true })
  }
  // The question disappears, and the focus with it.
  const correctEmail = (address: string) => fillField(form.current, 'email', address)?.focus()

  return (
    <form
      ref={form}
      id={placement}
      className="booking-sheet on-paper"
      method="post"
      action="/book"
      noValidate
      aria-labelledby={`${placement}-title`}
      onFocus={() => void loadApi().catch(() => undefined)}
      onInput={onInput}
      onBlur={onBlur}
      onSubmit={onSubmit}
    >
      <div className="sheet-head caps">
        <span>{bookingForm.title}</span>
        <Tooltip text={bookingForm.termsTip}>{bookingForm.terms}</Tooltip>
      </div>

      <div className="sheet-stack">
        {booked && (
          <BookedPanel
            titleId={`${placement}-title`}
            appointment={booked}
            isNew={booking.isBooked}
            onAgain={() => {
              keepBooking(null)
              // The fields appear only after the next render.
              setTimeout(() => form.current && getControl(form.current, 'full_name')?.focus())
            }}
          />
        )}
        <div className={booked ? 'sheet-body veiled' : 'sheet-body'}>
          <BookingFields
            placement={placement}
            typed={typed}
            checks={checks}
            onChooseTime={chooseTime}
            onChooseDay={chooseDay}
            onChooseNextDay={chooseNextDay}
            onCorrectEmail={correctEmail}
          />

          <button
            ref={button}
            type="submit"
            className="stitched sheet-submit"
            disabled={isBusy}
            aria-describedby={noteId}
          >
            {isBusy ? bookingForm.submitting : bookingForm.submit}
          </button>
          <p className="sheet-note" id={noteId}>
            {checks.missing.length === 0
              ? bookingForm.allRequired
              : `${bookingForm.stillNeeded} ${checks.missing.map((name) => fieldTitles[name]).join(', ')}`}
          </p>
        </div>
      </div>
      <Static name="form-end">{import.meta.env.RENDER_STATIC && <FormEnd />}</Static>

      <div className="answer" ref={answer}>
        {alerts.map((alert) => (
          <p key={alert} role="alert" className="alert">
            <PhoneText text={alert} />
          </p>
        ))}
        {alerts.length > 0 && (
          <NearestTimes
            nearest={nearest}
            chosen={checks.time}
            onChoose={chooseTime}
            onChooseDay={chooseNextDay}
          />
        )}
      </div>
    </form>
  )
}
