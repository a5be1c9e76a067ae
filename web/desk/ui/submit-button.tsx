import type { ReactNode } from 'react'
import { desk } from '../../../copy/desk.ts'

interface VerbProps {
  className?: string
  isBusy?: boolean | undefined
  /** Without, it submits the form that it stands in. */
  onPress?: () => void
  children: ReactNode
}

/** A button whose work takes a moment: it says so meanwhile, and does nothing when it is pressed again. */
export function SubmitButton({ className = 'verb', isBusy, onPress, children }: VerbProps) {
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={className}
      aria-disabled={isBusy || undefined}
      onClick={(event) => {
        // Enter in a field of its form presses it, too.
        if (isBusy) event.preventDefault()
        else onPress?.()
      }}
    >
      {isBusy ? desk.working : children}
    </button>
  )
}
