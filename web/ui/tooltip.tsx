import { type ReactNode, useId } from 'react'
import { useTooltip } from './use-tooltip.ts'

/**
 * Words with a tooltip. Its text always stands in the page, so that it describes the words to assistive technology
 * whether it shows or not; shown, it is a popover in front of everything.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const id = useId()
  const { trigger, tooltip } = useTooltip()
  return (
    <>
      <button type="button" className="tooltip-trigger" aria-describedby={id} {...trigger}>
        {children}
      </button>
      <span role="tooltip" id={id} popover="manual" className="tooltip" {...tooltip}>
        {text}
      </span>
    </>
  )
}
