import { type AppointmentFields, type FieldName, fieldNames, fieldTitles } from '../../booking/fields.ts'
import { shop } from '../../booking/shop.ts'
import { tidied } from '../../booking/tidied.ts'
import { emptyFields, type FieldFaults, fieldFault, validate } from '../../booking/validation.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { type Control, controlOf, typedFields } from './typed-fields.ts'

/** What a look at the form finds when it is to be sent. */
export type FormCheck =
  | { status: 'fit'; fields: AppointmentFields }
  /** The specification wants silence about these (point 5). */
  | { status: 'empty'; first: FieldName }
  | { status: 'malformed'; first: FieldName; faults: FieldFaults }

/** The sentence about one filled field, or undefined when nothing is wrong with it. */
export function controlFault(control: Control, name: FieldName): string | undefined {
  // A date or time entered by half has an empty value, and only the browser knows of the other half.
  if (control.validity.badInput) return bookingForm.incomplete(fieldTitles[name])
  if (tidied(name, control.value) === '') return undefined
  return fieldFault(name, control.value, { shop, nowEpochMs: Date.now() })
}

function halfEntered(form: HTMLFormElement): FieldFaults {
  const faults: FieldFaults = {}
  for (const name of fieldNames) {
    const control = controlOf(form, name)
    const fault = control?.validity.badInput ? controlFault(control, name) : undefined
    if (fault) faults[name] = fault
  }
  return faults
}

/** Looks at the whole form, as it is about to be sent. */
export function checkForm(form: HTMLFormElement): FormCheck {
  const typed = typedFields(form)
  const half = halfEntered(form)
  const [firstEmpty] = emptyFields(typed).filter((name) => !half[name])
  if (firstEmpty) return { status: 'empty', first: firstEmpty }

  const validation = validate(typed, { shop, nowEpochMs: Date.now() })
  if (validation.ok) return { status: 'fit', fields: validation.fields }
  const faults = { ...validation.faults, ...half }
  const first = fieldNames.find((name) => faults[name]) ?? 'full_name'
  return { status: 'malformed', first, faults }
}
