import type { ReactNode } from 'react'
import { bookingForm, fieldTitles } from '#copy/booking-form.ts'
import { type FieldName, referralSources } from '../../../booking/appointment.ts'
import type { TypedFields } from '../../../booking/validation.ts'
import { markWhileEmpty } from '../../ui/times.tsx'
import { useFormFacts } from '../shop-hours.ts'
import { OpenTimes } from './open-times.tsx'
import type { Checks } from './use-field-checks.ts'

interface FieldControlProps {
  id: string
  name: string
  className: string
  'aria-required': true
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  defaultValue: string | undefined
}

interface FieldProps {
  id: string
  name: string
  label: string
  hint?: string | undefined
  typed?: string | undefined
  error?: string | undefined
  /** Replaces the error, about a value that may be right. */
  question?: ReactNode
  /** Marks the field for assistive technology without a message. */
  isInvalid?: boolean
  isWide?: boolean
  children: (control: FieldControlProps) => ReactNode
}

function Field({
  id,
  name,
  label,
  hint,
  typed,
  error,
  question,
  isInvalid = false,
  isWide = false,
  children,
}: FieldProps) {
  const hintId = hint && `${id}-hint`
  const errorId = error || question ? `${id}-error` : undefined
  return (
    <div className={isWide ? 'field field-wide' : 'field'}>
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        name,
        className: 'field-control',
        'aria-required': true,
        'aria-invalid': error || isInvalid ? true : undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        defaultValue: typed,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {/* In place from the start: screen readers skip a live region that arrives with its text. */}
      <p className="field-error" id={errorId} aria-live="polite">
        {error || question}
      </p>
    </div>
  )
}

interface BookingFieldsProps {
  placement: string
  typed: TypedFields
  checks: Checks
  onChooseTime: (time: string) => void
  onCorrectEmail: (address: string) => void
}

/** The six fields. Uncontrolled, so nothing typed before hydration is lost. */
export function BookingFields({
  placement,
  typed,
  checks,
  onChooseTime,
  onCorrectEmail,
}: BookingFieldsProps) {
  const { earliestDate, latestDate, firstStart, lastStart, timeHint } = useFormFacts()
  const { errors, pointedAt, meantEmail } = checks
  const field = (name: FieldName) => ({
    id: `${placement}-${name}`,
    name,
    label: bookingForm.label(fieldTitles[name]),
    typed: typed[name],
    error: errors[name],
    isInvalid: pointedAt === name,
  })
  const emailQuestion = meantEmail && (
    <button type="button" className="field-question" onClick={() => onCorrectEmail(meantEmail)}>
      {bookingForm.didYouMean(meantEmail)}
    </button>
  )
  return (
    <div className="fields">
      <Field {...field('full_name')} isWide>
        {(control) => <input {...control} type="text" autoComplete="name" spellCheck={false} />}
      </Field>
      <Field {...field('email')} question={emailQuestion}>
        {(control) => <input {...control} type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Field {...field('phone')} hint={bookingForm.phoneHint}>
        {(control) => (
          <input
            {...control}
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            placeholder={bookingForm.phonePlaceholder}
          />
        )}
      </Field>
      <Field {...field('appointment_date')}>
        {(control) => (
          <input
            {...control}
            ref={(input) => markWhileEmpty(input)}
            type="date"
            min={earliestDate}
            max={latestDate}
          />
        )}
      </Field>
      <Field {...field('appointment_time')} hint={timeHint}>
        {(control) => (
          <input
            {...control}
            ref={(input) => markWhileEmpty(input)}
            type="time"
            min={firstStart}
            max={lastStart}
          />
        )}
      </Field>
      <OpenTimes date={checks.date} chosen={checks.time} onChoose={onChooseTime} />
      <Field {...field('referral_source')} isWide>
        {(control) => (
          <select {...control}>
            <option value="">{bookingForm.referralPlaceholder}</option>
            {referralSources.map((source) => (
              <option key={source} value={source}>
                {bookingForm.referralSources[source]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
