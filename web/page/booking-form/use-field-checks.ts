import { type FocusEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type AppointmentFields, type FieldName, fieldNames } from '../../../booking/appointment.ts'
import { suggestedAddress } from '../../../booking/contact.ts'
import { honeypotField } from '../../../booking/public-api.ts'
import {
  emptyFields,
  type FieldFaults,
  fieldFault,
  normalizeField,
  type TypedFields,
  validate,
} from '../../../booking/validation.ts'
import { bookingForm, fieldTitles } from '../../../copy/booking-form.ts'
import { refreshShop, servedEarliestDate, servedShop } from '../shop-hours.ts'

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

/**
 * A function that runs something once no pointer is pressed and its click has been dealt with.
 *
 * A sentence that appears when a field is left moves what stands below it; were it to appear between the press and
 * the release of the button, the browser would not count them as one click.
 */
export function useAfterClick(): (run: () => void) => void {
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
  /** Empty fields once the visitor has begun; nothing is missing from a form that nobody has touched. */
  missing: readonly FieldName[]
  /** One sentence for each field that was left with a value that cannot be right. */
  faults: FieldFaults
  /** The address that was probably meant by the one that was left. */
  meantEmail: string | null
  /** The empty field that a silent submit has pointed at. */
  pointedAt: FieldName | null
  /** A date that could be booked, or null. */
  date: string | null
  /** What stands in the time field. */
  time: string
}

const untouched: Checks = { missing: [], faults: {}, meantEmail: null, pointedAt: null, date: null, time: '' }

function missingFields(form: HTMLFormElement): FieldName[] {
  const empty = emptyFields(typedFields(form))
  return empty.length === fieldNames.length ? [] : empty
}

function bookableDate(form: HTMLFormElement): string | null {
  const date = controlOf(form, 'appointment_date')?.value
  return date && !faultIn(form, 'appointment_date') ? date : null
}

function without(faults: FieldFaults, name: FieldName): FieldFaults {
  const { [name]: _, ...others } = faults
  return others
}

/** Other opening hours may mend what is wrong with these. */
const byHours: readonly FieldName[] = ['appointment_date', 'appointment_time']

/** What the form says about its fields while they are filled. The fields themselves keep what was typed. */
export function useFieldChecks(formRef: RefObject<HTMLFormElement | null>, faults: FieldFaults) {
  const [checks, setChecks] = useState({ ...untouched, faults })
  const afterClick = useAfterClick()
  /** The address about which was asked last: once is enough, for it can be right. */
  const askedEmail = useRef('')
  const lastSent = useRef<AppointmentFields>(null)

  const update = (change: (checks: Checks, form: HTMLFormElement) => Partial<Checks>) => {
    setChecks((before) => {
      const form = formRef.current
      if (!form) return before
      const current = {
        missing: missingFields(form),
        date: bookableDate(form),
        time: controlOf(form, 'appointment_time')?.value ?? '',
      }
      return { ...before, ...current, ...change(before, form) }
    })
  }

  // What was typed before this script ran, or brought back by the browser, counts as well.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after hydration.
  useEffect(() => update(() => ({})), [])

  /** Looks at date and time once more by the hours in force now. @returns whether they are others */
  const askAgain = async (): Promise<boolean> => {
    const areOthers = await refreshShop()
    if (areOthers)
      update(({ faults }, form) => {
        const stands = ([name]: [string, string]) => faultIn(form, name as FieldName)
        return { faults: Object.fromEntries(Object.entries(faults).filter(stands)) }
      })
    return areOthers
  }

  const onInput = (event: InputEvent<HTMLFormElement>) => {
    const name = fieldOf(event.target)
    if (!name) return
    update(({ faults, pointedAt, meantEmail }, form) => ({
      faults: faultIn(form, name) ? faults : without(faults, name),
      pointedAt: pointedAt === name ? null : pointedAt,
      meantEmail: name === 'email' ? null : meantEmail,
    }))
  }

  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const form = event.currentTarget
    const name = fieldOf(event.target)
    if (!name) return
    afterClick(() => {
      const fault = faultIn(form, name)
      update(({ faults }) => ({ faults: fault ? { ...faults, [name]: fault } : without(faults, name) }))
      if (fault && byHours.includes(name)) void askAgain()
    })
    const email = controlOf(form, 'email')?.value.trim() ?? ''
    if (name === 'email') afterClick(() => void askAbout(email))
  }

  /** Asks about an address that looks like a slip. @returns whether that was not yet asked */
  const askAbout = (email: string): boolean => {
    const meantEmail = suggestedAddress(email)
    update(() => ({ meantEmail }))
    const isNew = meantEmail !== null && askedEmail.current !== email
    askedEmail.current = email
    return isNew
  }

  /** The fields when they are to be sent; otherwise null, with the focus on the first that is not right, or in doubt. */
  const validFields = (form: HTMLFormElement): AppointmentFields | null => {
    const check = checkForm(form, lastSent.current)
    if (check.status === 'valid') {
      if (!askAbout(check.fields.email)) {
        lastSent.current = check.fields
        return check.fields
      }
      controlOf(form, 'email')?.focus()
      return null
    }
    if (check.status === 'empty') update(() => ({ pointedAt: check.first }))
    else {
      update(() => ({ faults: check.faults }))
      if (byHours.some((name) => check.faults[name])) {
        const pressedWith = JSON.stringify(typedFields(form))
        void askAgain().then((areOthers) => {
          const isAsPressed = JSON.stringify(typedFields(form)) === pressedWith
          if (areOthers && isAsPressed && checkForm(form, lastSent.current).status === 'valid')
            form.requestSubmit()
        })
      }
    }
    controlOf(form, check.first)?.focus()
    return null
  }

  const reset = () => setChecks(untouched)

  return { checks, onInput, onBlur, validFields, reset }
}
