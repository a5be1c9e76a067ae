import { Tooltip } from './tooltip.tsx'

/**
 * A sentence in which one term carries a remark.
 *
 * @param term - words that stand in `text`; when they do not, the sentence is shown without a remark.
 */
export function Remarked({ text, term, remark }: { text: string; term: string; remark: string }) {
  const start = term ? text.indexOf(term) : -1
  if (start < 0) return text
  return (
    <>
      {text.slice(0, start)}
      <Tooltip text={remark}>{term}</Tooltip>
      {text.slice(start + term.length)}
    </>
  )
}
