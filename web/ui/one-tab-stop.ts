import { type KeyboardEvent, useState } from 'react'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

/** One Tab stop for a group of buttons: arrow keys, Home, and End move among them, and only a click chooses. */
export function useOneTabStop(keys: readonly string[], chosen: string | undefined) {
  const [focused, setFocused] = useState('')
  const stop = keys.find((key) => key === focused) ?? keys.find((key) => key === chosen) ?? keys[0]

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The style hides some of them in a narrow window.
    const buttons = [...event.currentTarget.querySelectorAll('button')].filter(
      ({ offsetParent }) => offsetParent,
    )
    const at = buttons.findIndex((button) => button.matches(':focus'))
    const step = steps[event.key]
    const next = step === undefined ? { Home: 0, End: -1 }[event.key] : Math.max(0, at + step)
    if (next === undefined || at === -1 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    buttons.at(next)?.focus()
  }
  const button = (key: string) => ({
    type: 'button' as const,
    tabIndex: key === stop ? 0 : -1,
    'aria-pressed': key === chosen,
    onFocus: () => setFocused(key),
  })
  return { onKeyDown, button }
}
