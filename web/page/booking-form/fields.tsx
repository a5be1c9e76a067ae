import { type ReactNode, useState } from 'react'
import { bookingForm, fieldTitles } from '#copy/booking-form.ts'
import { claims } from '#shop/claims.ts'
import { type FieldName, requiredFields } from '../../../booking/appointment.ts'
import { sourceIds, sourceWords } from '../../../booking/sources.ts'
import { addDays, formatTapeDay } from '../../../booking/time.ts'
import type { TypedFields } from '../../../booking/validation.ts'
import { markWhileEmpty } from '../../ui/times.tsx'
import { useFormFacts } from '../shop-hours.ts'
import { OpenTimes } from './open-times.tsx'
import { Soonest } from './soonest.tsx'
import type { Checks } from './use-field-checks.ts'

interface FieldControlProps {
  id: string
  name: string
  className: string
  'aria-required': true | undefined
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
  isRequired: boolean
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
  isRequired,
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
        'aria-required': isRequired || undefined,
        'aria-invalid': error || isInvalid ? true : undefined,
        'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
        defaultValue: typed,
      })}
      {hint && (
        <p className="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {/* Rendered from the start: screen readers skip a live region that arrives with its text. */}
      <p className="field-error" id={errorId} aria-live="polite">
        {error || question}
      </p>
    </div>
  )
}

interface BookingFieldsProps {
  placement: 'book' | 'closing'
  typed: TypedFields
  checks: Checks
  onChooseTime: (time: string) => void
  onChooseDay: (date: string, time: string) => void
  onChooseNextDay: (date: string, time: string) => void
  onCorrectEmail: (address: string) => void
}

/** For a groom: the shop’s turnaround, if it has one, counted from the first measurements. */
function readyWords(date: string | null): string | undefined {
  if (!claims.turnaround) return undefined
  const [first, last] = (claims.turnaround.match(/\d+/g) ?? []).map(Number)
  if (!date || !first || !last) return bookingForm.ready.before
  const after = (weeks: number) => formatTapeDay(addDays(date, weeks * 7))[1]
  return bookingForm.ready.after(after(first), after(last))
}

/** The six fields. Uncontrolled, so nothing typed before hydration is lost. */
export function BookingFields({
  placement,
  typed,
  checks,
  onChooseTime,
  onChooseDay,
  onChooseNextDay,
  onCorrectEmail,
}: BookingFieldsProps) {
  const { earliestDate, latestDate, firstStart, lastStart, timeHint } = useFormFacts()
  const { errors, pointedAt, meantEmail } = checks
  /** The date whose open times show: typed, or opened in full. A chosen length of tape already fills both fields. */
  const [soonestDate, setSoonestDate] = useState<string | null>(null)
  const isFolded = checks.date !== null && checks.date === soonestDate
  const field = (name: FieldName) => ({
    id: `${placement}-${name}`,
    name,
    label: bookingForm.label(fieldTitles[name]),
    typed: typed[name],
    error: errors[name],
    isInvalid: pointedAt === name,
    isRequired: requiredFields.includes(name),
  })
  const emailQuestion = meantEmail && (
    <button type="button" className="field-question" onClick={() => onCorrectEmail(meantEmail)}>
      {bookingForm.didYouMean(meantEmail)}
    </button>
  )
  return (
    <div className="fields">
      <Field {...field('full_name')} isWide>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="name"
            autoCapitalize="words"
            enterKeyHint="next"
            spellCheck={false}
          />
        )}
      </Field>
      <Field {...field('email')} question={emailQuestion}>
        {(control) => (
          <input {...control} type="email" autoComplete="email" inputMode="email" enterKeyHint="next" />
        )}
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
      <Soonest
        placement={placement}
        earliest={/^\d/.test(earliestDate) ? earliestDate : null}
        chosen={checks}
        onChoose={(date, time) => {
          setSoonestDate(date)
          onChooseDay(date, time)
        }}
        onShowAll={() => setSoonestDate(null)}
      />
      <Field {...field('appointment_date')} hint={readyWords(checks.date)}>
        {(control) => (
          <span className="ghosted" data-ghost={bookingForm.chooseDate}>
            <input
              {...control}
              ref={(input) => markWhileEmpty(input)}
              type="date"
              min={earliestDate}
              max={latestDate}
            />
          </span>
        )}
      </Field>
      <Field {...field('appointment_time')} hint={timeHint}>
        {(control) => (
          <span className="ghosted" data-ghost={bookingForm.chooseTime}>
            <input
              {...control}
              ref={(input) => markWhileEmpty(input)}
              type="time"
              min={firstStart}
              max={lastStart}
            />
          </span>
        )}
      </Field>
      <OpenTimes
        date={isFolded ? null : checks.date}
        closedDate={checks.closedDate}
        chosen={checks.time}
        onChoose={onChooseTime}
        onChooseDay={onChooseNextDay}
      />
      <Field {...field('referral_source')} isWide>
        {(control) => (
          <select {...control}>
            <option value="">{bookingForm.referralPlaceholder}</option>
            {sourceIds.map((source) => (
              <option key={source} value={source}>
                {sourceWords(source)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
