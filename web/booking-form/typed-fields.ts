import { type FieldName, fieldNames } from '../../booking/appointment.ts'
import { honeypotField } from '../../booking/public-api.ts'
import type { TypedFields } from '../../booking/validation.ts'

/** The field that an event came from, or undefined when it came from a button or a link. */
export function fieldOf(target: EventTarget): FieldName | undefined {
  return fieldNames.find((name) => target instanceof Element && target.getAttribute('name') === name)
}

export function controlOf(form: HTMLFormElement, name: FieldName) {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : null
}

/** What stands in the form's six fields, as it was typed. */
export function typedFields(form: HTMLFormElement): TypedFields {
  return Object.fromEntries(fieldNames.map((name) => [name, controlOf(form, name)?.value ?? '']))
}

/** Whether the field is filled that no person sees. */
export function isHoneypotFilled(form: HTMLFormElement): boolean {
  const field = form.elements.namedItem(honeypotField)
  return field instanceof HTMLInputElement && field.value !== ''
}

/**
 * Fills a field as if the visitor had typed it, so that everything that watches typing takes notice.
 * @returns the field
 */
export function fillField(form: HTMLFormElement | null, name: FieldName, value: string) {
  const control = form && controlOf(form, name)
  if (!control) return null
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
  return control
}
