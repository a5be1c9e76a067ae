import { type RefObject, type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { bookingForm, fieldTitles, privacy } from '#copy/booking-form.ts'
import { type Appointment, fieldNames } from '../../../booking/appointment.ts'
import { clientEvent } from '../../../booking/calendar-event.ts'
import { askedEmailField } from '../../../booking/contact.ts'
import { honeypotField } from '../../../booking/public-api.ts'
import { formatDate, formatTime } from '../../../booking/time.ts'
import type { FieldErrors, TypedFields } from '../../../booking/validation.ts'
import { Agreement } from '../../ui/agreement.tsx'
import { UnbrokenNumber } from '../../ui/phone-number.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { Static } from '../hydration/islands.tsx'
import { loadApi } from '../load-api.ts'
import { currentShop, isDayInDoubt, refreshHours } from '../shop-hours.ts'
import { BookingFields } from './fields.tsx'
import { NearestTimes } from './open-times.tsx'
import { useBooking } from './use-booking.ts'
import { fillField, getControl, getFieldName, useFieldChecks } from './use-field-checks.ts'

/** The booked appointment. Unlike the toast, it stays until the next submit. */
function BookedPanel({ appointment }: { appointment: Appointment }) {
  const copy = bookingForm.booked
  const panel = useRef<HTMLElement>(null)
  const whenId = useId()
  const when = copy.heading(
    formatDate(appointment.appointment_date),
    formatTime(appointment.appointment_time),
  )

  // Screen readers read the panel, and the next Tab leads to its links.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  return (
    <section className="booked" ref={panel} tabIndex={-1} aria-labelledby={whenId}>
      <Agreement
        id={appointment.id}
        event={clientEvent(appointment, currentShop())}
        when={when}
        whenId={whenId}
        link={{ target: '_blank', rel: 'noopener noreferrer' }}
      />
      <p>{copy.mail}</p>
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
    {/* Hidden, not only clipped, so neither browsers nor password managers fill it. */}
    <span className="honeypot" aria-hidden="true">
      {bookingForm.honeypot}
      <input name={honeypotField} type="text" autoComplete="off" tabIndex={-1} />
    </span>
    <details className="privacy">
      <summary>{privacy.title}</summary>
      <p>
        <UnbrokenNumber text={privacy.text} />
      </p>
    </details>
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
  const { alerts, nearest, booked } = booking
  const isBusy = booking.isSubmitting || isAskingDay
  const noteId = `${placement}-note`

  // The disabled button lost the focus: it gets it back after a failure; after a success the panel takes it.
  const isAnswered = !isBusy && (alerts.length > 0 || booked !== null)
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
  // The question goes, and its focus with it.
  const correctEmail = (address: string) => fillField(form.current, 'email', address)?.focus()

  return (
    <form
      ref={form}
      id={placement}
      className="booking-sheet on-paper"
      method="post"
      action="/book"
      noValidate
      onFocus={() => void loadApi().catch(() => undefined)}
      onInput={onInput}
      onBlur={onBlur}
      onSubmit={onSubmit}
    >
      <div className="sheet-head caps">
        <span>{bookingForm.title}</span>
        <Tooltip text={bookingForm.termsTip}>{bookingForm.terms}</Tooltip>
      </div>

      <BookingFields
        placement={placement}
        typed={typed}
        checks={checks}
        onChooseTime={chooseTime}
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
      <Static name="form-end">{import.meta.env.RENDER_STATIC && <FormEnd />}</Static>

      <div className="answer" ref={answer}>
        {alerts.map((alert) => (
          <p key={alert} role="alert" className="alert">
            <UnbrokenNumber text={alert} />
          </p>
        ))}
        {alerts.length > 0 && <NearestTimes nearest={nearest} chosen={checks.time} onChoose={chooseTime} />}
        {booked && <BookedPanel appointment={booked} />}
      </div>
    </form>
  )
}
