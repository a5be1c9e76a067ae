import type { CSSProperties } from 'react'
import type { Closure } from '../../../booking/desk.ts'
import { desk } from '../../../site/copy/desk.ts'
import { useChange, useUndo } from '../client/change.ts'
import type { Stretch } from '../tape/stretch.ts'
import { Fault } from '../ui/fault.tsx'
import { showNotice } from '../ui/notice.tsx'
import { hoursWords } from '../ui/words.ts'
import { Hatching } from './hatching.tsx'

interface ClosedTimeProps {
  closure: Closure
  stretch: Stretch
  style: CSSProperties
  /** Where its words are read: no label lies there. */
  wordsStyle: CSSProperties
}

/** A closed time, struck out in red pencil; on a patch of paper stand its words, and the way to open it again. */
export function ClosedTime({ closure, stretch, style, wordsStyle }: ClosedTimeProps) {
  const { id, from, to, reason } = closure
  const close = useUndo('close_time', desk.closing.closed)
  const reopen = useChange('reopen_time', id, () =>
    showNotice({ title: desk.closing.reopened, undo: () => close.mutate({ from, to, reason }) }),
  )
  return (
    <li className="closed" style={style}>
      <Hatching />
      <div className="closed-words" style={wordsStyle}>
        <div className="patch">
          <p className="closed-title">{desk.day.closed(hoursWords(stretch))}</p>
          {reason && <p className="closed-reason">{reason}</p>}
          <button type="button" className="text-button" onClick={() => reopen.mutate({ id })}>
            {desk.day.reopen}
          </button>
          <Fault error={reopen.error} />
        </div>
      </div>
    </li>
  )
}
