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

/**
 * A sentence in which one term has a tooltip.
 *
 * @param term - words that stand in `text`; when they do not, the sentence is shown without a tooltip.
 */
export function WithTooltip({ text, term, tooltip }: { text: string; term: string; tooltip: string }) {
  const start = term ? text.indexOf(term) : -1
  if (start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <Tooltip text={tooltip}>{term}</Tooltip>
      {text.slice(start + term.length)}
    </>
  )
}
