import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { goFrom } from './steps.ts'

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
      onClick={(event) => goFrom(event.currentTarget, to)}
    >
      {children}
    </button>
  )
}

/** The same as a link, which can be opened in another tab, too. */
export function DeskLink({ to, ...rest }: { to: string } & ComponentProps<'a'>) {
  function follow(event: MouseEvent<HTMLAnchorElement>) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goFrom(event.currentTarget, to)
  }
  return <a href={`#${to}`} onClick={follow} {...rest} />
}
