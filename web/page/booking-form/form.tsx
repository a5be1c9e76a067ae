import { type RefObject, type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { type Appointment, fieldNames } from '../../../booking/appointment.ts'
import { askedEmailField } from '../../../booking/contact.ts'
import { calendarFileLink } from '../../../booking/links.ts'
import { honeypotField } from '../../../booking/public-api.ts'
import { dateWords, timeWords } from '../../../booking/time.ts'
import type { FieldFaults, TypedFields } from '../../../booking/validation.ts'
import { bookingForm, fieldTitles } from '../../../copy/booking-form.ts'
import { Agreement } from '../../ui/agreement.tsx'
import { UnbrokenNumber } from '../../ui/phone-number.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { loadCalls } from '../load-api.ts'
import { servedShop, settleDay } from '../shop-hours.ts'
import { BookingFields } from './fields.tsx'
import { NearestTimes } from './open-times.tsx'
import { useBooking } from './use-booking.ts'
import { controlOf, fieldOf, fillField, isHoneypotFilled, useFieldChecks } from './use-field-checks.ts'

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

const words = bookingForm.booked

/** What was agreed, to be read and kept: it stays when the toast has gone, until the next submit. */
export function BookedPanel({ appointment }: { appointment: Appointment }) {
  const panel = useRef<HTMLElement>(null)
  const whenId = useId()

  // So that it is read out, and so that the next step of the keyboard leads to its links.
  useEffect(() => panel.current?.focus({ preventScroll: true }), [])

  return (
    <section className="booked" ref={panel} tabIndex={-1} aria-labelledby={whenId}>
      <Agreement
        appointment={appointment}
        shop={servedShop()}
        when={words.heading(dateWords(appointment.appointment_date), timeWords(appointment.appointment_time))}
        whenId={whenId}
        link={{ target: '_blank', rel: 'noopener noreferrer' }}
      >
        <li>
          <a href={calendarFileLink(appointment.id)}>{words.file}</a>
        </li>
      </Agreement>
      <p>{words.mail}</p>
    </section>
  )
}

/** The form as it stands in the page, and what has the focus; nothing where HTML is made. */
function standing(id: string) {
  if (typeof document === 'undefined') return null
  return { form: document.forms.namedItem(id), focused: document.activeElement }
}

/**
 * Where a browser that translates, or an extension, has changed the page before hydration, React puts another form in the
 * place of the one that stands there. This one gets what was typed into that one, and its focus, in the same task: phones
 * keep their keyboard open then.
 */
export function useTypedBefore(id: string, formRef: RefObject<HTMLFormElement | null>): void {
  const [before] = useState(() => standing(id))
  useLayoutEffect(() => {
    const form = formRef.current
    if (!form || !before?.form || form === before.form) return
    for (const name of fieldNames) {
      const [control, typed] = [controlOf(form, name), controlOf(before.form, name)]
      if (control && typed) control.value = typed.value
    }
    const focused = before.form.contains(before.focused) && before.focused && fieldOf(before.focused)
    if (focused) controlOf(form, focused)?.focus({ preventScroll: true })
  }, [before, formRef])
}
