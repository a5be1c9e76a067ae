import type { ComponentProps, ReactNode } from 'react'
import { goTo } from '../frame/place.ts'

interface GoProps {
  to: string
  className?: string
  label?: string
  /** The state that is open, or today among others. */
  current?: 'page' | 'date' | undefined
  children: ReactNode
}

/** A control that opens another state of the desk. */
export function Go({ to, className, label, current, children }: GoProps) {
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-current={current}
      onClick={() => goTo(to)}
    >
      {children}
    </button>
  )
}

/** The same as a link. */
export const DeskLink = ({ to, ...rest }: { to: string } & ComponentProps<'a'>) => (
  <a href={`#${to}`} {...rest} />
)
