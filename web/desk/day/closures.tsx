import type { CSSProperties } from 'react'
import type { BlockedTime, WallStretch } from '../../../booking/appointment.ts'
import { addDays } from '../../../booking/time.ts'
import { desk } from '../../../copy/desk.ts'
import { useChange, useUndo } from '../client/change.ts'
import { Fault } from '../client/shown-fault.tsx'
import { Hatching } from '../column/hatching.tsx'
import type { Stretch } from '../tape/stretch.ts'
import { showNotice } from '../ui/notice.tsx'
import { hoursWords, reopenedWords, shortDate } from '../ui/words.ts'

/** What opens it again; where that opens other days, too, it names them. What ends at midnight has no part of the next. */
function reopenWords({ from, to }: WallStretch): string {
  const [first, end] = [from.slice(0, 10), to.slice(0, 10)]
  const last = to.endsWith('T00:00') ? addDays(end, -1) : end
  return first === last ? desk.day.reopen : desk.day.reopenDays(shortDate(first), shortDate(last))
}

interface ClosedTimeProps {
  closure: BlockedTime
  stretch: Stretch
  style: CSSProperties
  /** Where its words are read: no label lies there. */
  wordsStyle: CSSProperties
}

/** A closed time, struck out in red pencil; on a patch of paper stand its words, and the way to open it again. */
export function ClosedTime({ closure, stretch, style, wordsStyle }: ClosedTimeProps) {
  const { id, from, to, reason } = closure
  const close = useUndo('close_time', desk.closing.closed)
  const reopen = useChange('reopen_time', id, (reopened) =>
    showNotice({ title: reopenedWords(reopened), undo: () => close.mutate({ from, to, reason }) }),
  )
  return (
    <li className="closed" style={style}>
      <Hatching />
      <div className="closed-words" style={wordsStyle}>
        <div className="patch">
          <p className="closed-title">{desk.day.closed(hoursWords(stretch))}</p>
          {reason && <p className="closed-reason">{reason}</p>}
          <button type="button" className="text-button" onClick={() => reopen.mutate({ id })}>
            {reopenWords(closure)}
          </button>
          <Fault error={reopen.error} />
        </div>
      </div>
    </li>
  )
}
