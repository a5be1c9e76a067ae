import { type FocusEvent, type InputEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type AppointmentFields, type FieldName, fieldNames } from '../../booking/appointment.ts'
import { suggestedAddress } from '../../booking/contact.ts'
import { emptyFields, type FieldFaults } from '../../booking/validation.ts'
import { refreshShop } from '../backend/page-facts.ts'
import { checkForm, faultIn } from './field-checks.ts'
import { controlOf, fieldOf, typedFields } from './typed-fields.ts'
import { useAfterClick } from './use-after-click.ts'

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
