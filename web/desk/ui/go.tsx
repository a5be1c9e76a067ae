import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'

interface GoProps {
  to: string
  className?: string
  label?: string
  isCurrent?: boolean
  replaces?: boolean
  children: ReactNode
}

/** A control that opens another state of the desk. */
export function Go({ to, className, label, isCurrent, replaces = false, children }: GoProps) {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={() => navigate(to, { replace: replaces })}
    >
      {children}
    </button>
  )
}
