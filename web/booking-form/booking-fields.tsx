import { type FieldName, referralSources } from '../../booking/appointment.ts'
import type { TypedFields } from '../../booking/validation.ts'
import { bookingForm, fieldTitles } from '../../copy/booking-form.ts'
import { Field } from '../ui/field.tsx'
import { OpenTimes } from './open-times.tsx'
import type { Checks } from './use-field-checks.ts'
import { useFormFacts } from './use-form-facts.ts'

interface BookingFieldsProps {
  placement: string
  typed: TypedFields
  checks: Checks
  onChooseTime: (time: string) => void
  onCorrectEmail: (address: string) => void
}

/** The six fields. They keep what was typed themselves, so that typing before this script has run is not lost. */
export function BookingFields({
  placement,
  typed,
  checks,
  onChooseTime,
  onCorrectEmail,
}: BookingFieldsProps) {
  const { earliestDate, latestDate, firstStart, lastStart, timeHint } = useFormFacts()
  const field = (name: FieldName) => ({
    id: `${placement}-${name}`,
    name,
    label: bookingForm.label(fieldTitles[name]),
    typed: typed[name],
    fault: checks.faults[name],
    isInvalid: checks.pointedAt === name,
  })
  return (
    <div className="fields">
      <Field {...field('full_name')} isWide>
        {(control) => <input {...control} type="text" autoComplete="name" spellCheck={false} />}
      </Field>
      <Field
        {...field('email')}
        question={
          checks.meantEmail && (
            <button
              type="button"
              className="field-question"
              onClick={() => checks.meantEmail && onCorrectEmail(checks.meantEmail)}
            >
              {bookingForm.didYouMean(checks.meantEmail)}
            </button>
          )
        }
      >
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
        {(control) => <input {...control} type="date" min={earliestDate} max={latestDate} />}
      </Field>
      <Field {...field('appointment_time')} hint={timeHint}>
        {(control) => <input {...control} type="time" min={firstStart} max={lastStart} />}
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
