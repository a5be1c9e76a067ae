import { business } from '../../../site/business.ts'
import { desk } from '../../../site/copy/desk.ts'

/** The woven label that hangs from the upper edge. */
export function DeskLabel({ words = desk.name }: { words?: string }) {
  return (
    <p className="desk-label">
      <b>{business.name}</b>
      <span>{words}</span>
    </p>
  )
}
