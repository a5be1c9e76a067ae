import { Tooltip } from './tooltip.tsx'

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
