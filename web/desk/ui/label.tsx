import type { CSSProperties } from 'react'
import { business } from '../../../site/business.ts'
import { desk } from '../../../site/copy/desk.ts'

const letters = { '--letters': business.name.length } as CSSProperties

/** The woven label that hangs from the upper edge. */
export function DeskLabel({ words = desk.name }: { words?: string }) {
  return (
    <p className="desk-label" style={letters}>
      <b>{business.name}</b>
      <span>{words}</span>
    </p>
  )
}
