import { type SubmitEvent, useEffect, useRef } from 'react'
import { askedEmailField } from '../../booking/contact.ts'
import { honeypotField } from '../../booking/public-api.ts'
import type { FieldFaults, TypedFields } from '../../booking/validation.ts'
import { bookingForm, fieldTitles } from '../../copy/booking-form.ts'
import { loadCalls } from '../backend/load-calls.ts'
import { settleDay } from '../backend/page-facts.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import { UnbrokenNumber } from '../ui/unbroken-number.tsx'
import { BookedPanel } from './booked-panel.tsx'
import { BookingFields } from './booking-fields.tsx'
import { NearestTimes } from './open-times.tsx'
import { fillField, isHoneypotFilled } from './typed-fields.ts'
import { useBooking } from './use-booking.ts'
import { useFieldChecks } from './use-field-checks.ts'
import { useTypedBefore } from './use-typed-before.ts'

interface BookingFormProps {
  /** Where in the page it stands; the two forms know nothing of each other. */
  placement: 'book' | 'closing'
  /** What it holds at first: what was sent, where the form comes back. */
  typed?: TypedFields
  /** What was wrong with that. */
  faults?: FieldFaults
}

/**
 * The form that books a consultation (specification, points 4 and 5). Without script it is sent to `/book` and
 * answered with a page; with it, the three calls are made from here.
 */
export function BookingForm({ placement, typed = {}, faults = {} }: BookingFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  useTypedBefore(placement, form)
  const { checks, onInput, onBlur, validFields, reset } = useFieldChecks(form, faults)
  const { booking, submit } = useBooking()
  const { isSubmitting, alerts, nearest, booked } = booking
  const noteId = `${placement}-note`

  // The answer is brought into view. A disabled button has lost the focus: after a failure it gets it back, after a
  // success the panel takes it.
  const isAnswered = !isSubmitting && (alerts.length > 0 || booked !== null)
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
    // The browser sends it, as without script, and the server says what is wrong: to a person as well.
    if (isHoneypotFilled(sent)) return
    event.preventDefault()
    await settleDay()
    const fields = validFields(sent)
    if (!fields) return
    const onSaved = () => {
      sent.reset()
      reset()
    }
    const sendWithoutScript = () => {
      // Whoever was asked here about the address is not asked again there.
      const tell = ({ formData }: FormDataEvent) => formData.set(askedEmailField, fields.email)
      sent.addEventListener('formdata', tell, { once: true })
      sent.submit()
    }
    await submit(fields, onSaved, sendWithoutScript)
  }

  const chooseTime = (time: string) => fillField(form.current, 'appointment_time', time)
  // The question goes, and the focus with it.
  const correctEmail = (address: string) => fillField(form.current, 'email', address)?.focus()

  return (
    <form
      ref={form}
      id={placement}
      className="booking-sheet on-paper"
      method="post"
      action="/book"
      noValidate
      onFocus={() => void loadCalls().catch(() => undefined)}
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

      {/* Hidden like this and not only clipped, so that neither a browser nor a password manager fills it. */}
      <span className="honeypot" aria-hidden="true">
        {bookingForm.honeypot}
        <input name={honeypotField} type="text" autoComplete="off" tabIndex={-1} />
      </span>

      <button
        ref={button}
        type="submit"
        className="stitched sheet-submit"
        disabled={isSubmitting}
        aria-describedby={noteId}
      >
        {isSubmitting ? bookingForm.submitting : bookingForm.submit}
      </button>
      <p className="sheet-note" id={noteId}>
        {checks.missing.length === 0
          ? bookingForm.allRequired
          : `${bookingForm.stillNeeded} ${checks.missing.map((name) => fieldTitles[name]).join(', ')}`}
      </p>

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
