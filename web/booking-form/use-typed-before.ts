import { type RefObject, useLayoutEffect, useState } from 'react'
import { fieldNames } from '../../booking/appointment.ts'
import { controlOf, fieldOf } from './typed-fields.ts'

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
