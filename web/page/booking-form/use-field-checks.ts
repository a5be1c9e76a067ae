import { type FocusEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { bookingForm, fieldTitles } from '#copy/booking-form.ts'
import {
  type AppointmentFields,
  type FieldName,
  fieldNames,
  identityFields,
  requiredFields,
} from '../../../booking/appointment.ts'
import { suggestAddress } from '../../../booking/contact.ts'
import { type FieldErrors, fieldSentence, fieldSentences } from '../../../booking/sentences.ts'
import {
  emptyFields,
  type FieldFault,
  findFieldFault,
  normalizeField,
  type TypedFields,
  validate,
} from '../../../booking/validation.ts'
import { refreshHours, shopHours } from '../shop-hours.ts'

export function getFieldName(target: EventTarget): FieldName | undefined {
  return fieldNames.find((name) => target instanceof Element && target.getAttribute('name') === name)
}

export function getControl(form: HTMLFormElement, name: FieldName) {
  const control = form.elements.namedItem(name)
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control : null
}

const valueIn = (form: HTMLFormElement, name: FieldName) => getControl(form, name)?.value ?? ''

function typedFields(form: HTMLFormElement): TypedFields {
  return Object.fromEntries(fieldNames.map((name) => [name, valueIn(form, name)]))
}

/**
 * Fills in a field as if the visitor typed it, so everything that listens to typing notices.
 * @returns the field
 */
export function fillField(form: HTMLFormElement | null, name: FieldName, value: string) {
  const control = form && getControl(form, name)
  if (!control) return null
  control.value = value
  control.dispatchEvent(new Event('input', { bubbles: true }))
  return control
}

type FormCheck =
  | { status: 'valid'; fields: AppointmentFields }
  /** The specification wants silence about empty fields (point 5). */
  | { status: 'empty'; first: FieldName }
  | { status: 'invalid'; first: FieldName; errors: FieldErrors }

/** Returns the half-entered dates and times. Their value is empty, and only the browser knows that part is there. */
function incompleteFields(form: HTMLFormElement): FieldErrors {
  const incomplete = fieldNames.filter((name) => getControl(form, name)?.validity.badInput)
  return Object.fromEntries(incomplete.map((name) => [name, bookingForm.incomplete(fieldTitles[name])]))
}

function faultIn(form: HTMLFormElement, name: FieldName): FieldFault | undefined {
  const value = valueIn(form, name)
  const isFilled = normalizeField(name, value) !== ''
  return isFilled ? findFieldFault(name, value, shopHours(), valueIn(form, 'appointment_date')) : undefined
}

function errorIn(form: HTMLFormElement, name: FieldName): string | undefined {
  const fault = faultIn(form, name)
  return incompleteFields(form)[name] ?? (fault && fieldSentence(name, fault))
}

/** @param lastSent - unchanged, these pass even if the day or the hours changed: they may already be booked */
function checkForm(form: HTMLFormElement, lastSent: AppointmentFields | null): FormCheck {
  const typed = typedFields(form)
  const incomplete = incompleteFields(form)
  const [firstEmpty] = emptyFields(typed).filter((name) => !incomplete[name])
  if (firstEmpty) return { status: 'empty', first: firstEmpty }

  const validation = validate(typed, shopHours())
  if (validation.ok) return { status: 'valid', fields: validation.fields }
  const { fields } = validation
  if (fields && identityFields.every((name) => fields[name] === lastSent?.[name]))
    return { status: 'valid', fields }
  const errors = { ...fieldSentences(validation.faults), ...incomplete }
  const first = fieldNames.find((name) => errors[name]) ?? 'full_name'
  return { status: 'invalid', first, errors }
}

/** Waits for a click in progress: a message that moved its button away would cancel it. */
function useAfterClick(): (run: () => void) => void {
  const isPressed = useRef(false)
  useEffect(() => {
    const listeners = new AbortController()
    const setPressed = ({ type }: Event) => {
      isPressed.current = type === 'pointerdown'
    }
    for (const type of ['pointerdown', 'pointerup', 'pointercancel']) {
      window.addEventListener(type, setPressed, { capture: true, signal: listeners.signal })
    }
    return () => listeners.abort()
  }, [])

  return (run) => {
    // The click follows the release in the same task.
    const soon = () => setTimeout(run)
    if (isPressed.current) window.addEventListener('pointerup', soon, { once: true })
    else soon()
  }
}

export interface Checks {
  /** Empty fields, once the visitor filled in one. */
  missing: readonly FieldName[]
  /** One message for each field that the visitor left with a wrong value. */
  errors: FieldErrors
  meantEmail: string | null
  /** The empty field that a silent submit pointed at. */
  pointedAt: FieldName | null
  /** A bookable date, or null. */
  date: string | null
  /** A date that would be bookable if the shop were open, or null. */
  closedDate: string | null
  time: string
}

const untouched: Checks = {
  missing: [],
  errors: {},
  meantEmail: null,
  pointedAt: null,
  date: null,
  closedDate: null,
  time: '',
}

function currentChecks(form: HTMLFormElement): Pick<Checks, 'missing' | 'date' | 'closedDate' | 'time'> {
  const empty = emptyFields(typedFields(form))
  const date = normalizeField('appointment_date', valueIn(form, 'appointment_date'))
  const fault = date ? faultIn(form, 'appointment_date') : undefined
  return {
    missing: empty.length === requiredFields.length ? [] : empty,
    date: date && !fault ? date : null,
    closedDate: fault?.rule === 'closed' ? date : null,
    time: valueIn(form, 'appointment_time'),
  }
}

/** The errors of fields that are still wrong: a new date or new hours can make a time right. */
const stillWrong = (form: HTMLFormElement, errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => errorIn(form, name as FieldName)))

const byHours: readonly FieldName[] = ['appointment_date', 'appointment_time']

/** The form’s messages about its fields while a visitor fills them in. The DOM keeps the values. */
export function useFieldChecks(formRef: RefObject<HTMLFormElement | null>, errors: FieldErrors) {
  const [checks, setChecks] = useState({ ...untouched, errors })
  const afterClick = useAfterClick()
  /** The address in the last submit while the question was open. A different one gets another question. */
  const pressedWith = useRef('')
  const lastSent = useRef<AppointmentFields>(null)

  const update = (change: (before: Checks) => Partial<Checks> = () => ({})) => {
    const form = formRef.current
    if (!form) return
    const current = currentChecks(form)
    setChecks((before) => ({ ...before, ...current, ...change(before) }))
  }

  // Counts text typed before this script ran, or restored by the browser.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration.
  useEffect(() => update(), [])

  /**
   * Checks date and time again by the current hours.
   * @returns whether the hours changed
   */
  const checkHoursAgain = async (): Promise<boolean> => {
    const haveChanged = await refreshHours()
    const form = formRef.current
    if (haveChanged && form) update(({ errors }) => ({ errors: stillWrong(form, errors) }))
    return haveChanged
  }

  const onInput = (event: InputEvent<HTMLFormElement>) => {
    const name = getFieldName(event.target)
    if (!name) return
    const form = event.currentTarget
    update(({ errors, pointedAt, meantEmail }) => ({
      errors: stillWrong(form, errors),
      pointedAt: pointedAt === name ? null : pointedAt,
      meantEmail: name === 'email' ? null : meantEmail,
    }))
  }

  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const name = getFieldName(event.target)
    if (!name) return
    afterClick(() => {
      // Each day has its own hours, so a time is checked again with its date.
      for (const field of name === 'appointment_date' ? byHours : [name]) {
        const error = errorIn(form, field)
        if (!error) continue
        update(({ errors }) => ({ errors: { ...errors, [field]: error } }))
        if (byHours.includes(field)) void checkHoursAgain()
      }
    })
    const email = valueIn(form, 'email').trim()
    if (name === 'email') afterClick(() => void askAbout(email))
  }

  /** Asks about an address that looks like a typo. */
  const askAbout = (email: string): void => {
    const meantEmail = suggestAddress(email)
    setChecks((before) => (before.meantEmail === meantEmail ? before : { ...before, meantEmail }))
  }

  /** Sends the form again if new hours make it valid and the visitor changed nothing since. */
  const resendIfHoursChanged = async (form: HTMLFormElement) => {
    const sentWith = JSON.stringify(typedFields(form))
    if (!(await checkHoursAgain()) || JSON.stringify(typedFields(form)) !== sentWith) return
    if (checkForm(form, lastSent.current).status === 'valid') form.requestSubmit()
  }

  /** Returns the fields to send, or null after focusing the first field that is wrong or in question. */
  const validFields = (form: HTMLFormElement): AppointmentFields | null => {
    const check = checkForm(form, lastSent.current)
    if (check.status === 'valid') {
      const { email } = check.fields
      askAbout(email)
      if (suggestAddress(email) === null || pressedWith.current === email) {
        lastSent.current = check.fields
        return check.fields
      }
      pressedWith.current = email
      getControl(form, 'email')?.focus()
      return null
    }
    if (check.status === 'empty') update(() => ({ pointedAt: check.first }))
    else {
      update(() => ({ errors: check.errors }))
      if (byHours.some((name) => check.errors[name])) void resendIfHoursChanged(form)
    }
    getControl(form, check.first)?.focus()
    return null
  }

  const reset = () => setChecks(untouched)

  return { checks, onInput, onBlur, validFields, reset }
}
