import type { CSSProperties } from 'react'
import { desk } from '../../../copy/desk.ts'
import { business } from '../../../demo/business.ts'

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
