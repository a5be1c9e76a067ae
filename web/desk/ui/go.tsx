import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

interface GoProps {
  to: string
  className?: string
  label?: string
  /** The state that is open, or today among others. */
  current?: 'page' | 'date' | undefined
  replaces?: boolean
  children: ReactNode
}

/** A control that opens another state of the desk. */
export function Go({ to, className, label, current, replaces = false, children }: GoProps) {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-current={current}
      onClick={() => navigate(to, { replace: replaces })}
    >
      {children}
    </button>
  )
}
