import { type AppointmentFields, type FieldName, fieldNames } from '../../booking/appointment.ts'
import {
  emptyFields,
  type FieldFaults,
  fieldFault,
  normalizeField,
  validate,
} from '../../booking/validation.ts'
import { bookingForm, fieldTitles } from '../../copy/booking-form.ts'
import { servedEarliestDate, servedShop } from '../backend/page-facts.ts'
import { controlOf, typedFields } from './typed-fields.ts'

/** Whether a form can be sent, and where to begin if not. */
export type FormCheck =
  | { status: 'valid'; fields: AppointmentFields }
  /** The specification wants silence about these (point 5). */
  | { status: 'empty'; first: FieldName }
  | { status: 'invalid'; first: FieldName; faults: FieldFaults }

const context = () => ({ shop: servedShop(), earliest: servedEarliestDate() })

/** A date or time of which only a part is entered has an empty value; only the browser knows of the part. */
function incompleteFields(form: HTMLFormElement): FieldFaults {
  const incomplete = fieldNames.filter((name) => controlOf(form, name)?.validity.badInput)
  return Object.fromEntries(incomplete.map((name) => [name, bookingForm.incomplete(fieldTitles[name])]))
}

/** The sentence about one filled field, or undefined when nothing is wrong with it. */
export function faultIn(form: HTMLFormElement, name: FieldName): string | undefined {
  const value = controlOf(form, name)?.value ?? ''
  const isFilled = normalizeField(name, value) !== ''
  return incompleteFields(form)[name] ?? (isFilled ? fieldFault(name, value, context()) : undefined)
}

/**
 * Checks the whole form before it is sent.
 * @param lastSent - what was sent before; since then midnight may have passed, and its answer may have been lost: only
 *   the server knows whether it stands booked
 */
export function checkForm(form: HTMLFormElement, lastSent: AppointmentFields | null): FormCheck {
  const typed = typedFields(form)
  const incomplete = incompleteFields(form)
  const [firstEmpty] = emptyFields(typed).filter((name) => !incomplete[name])
  if (firstEmpty) return { status: 'empty', first: firstEmpty }

  const validation = validate(typed, context())
  if (validation.ok) return { status: 'valid', fields: validation.fields }
  const { fields } = validation
  if (fields && fieldNames.every((name) => fields[name] === lastSent?.[name]))
    return { status: 'valid', fields }
  const faults = { ...validation.faults, ...incomplete }
  const first = fieldNames.find((name) => faults[name]) ?? 'full_name'
  return { status: 'invalid', first, faults }
}
