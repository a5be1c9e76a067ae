import { shownTime } from '../../booking/shown-time.ts'
import type { Letters } from '../../booking/views.ts'
import { calendarNotice as words } from '../../site/copy/mails.ts'
import { Paragraph, Title, writeLetter } from './letter.tsx'

/** Tells the owner what the readings of the calendar have brought: what is held back, and what is not known. */
export const calendarNotice: Letters['calendarNotice'] = ({ readAtMs, isOld, unreadable, held }, shop) => {
  const heldLines = [words.held(held.length), ...held.map((at) => shownTime(at, shop)), words.heldWhatToDo]
  const unread = readAtMs === null ? words.neverRead : words.unread(shownTime(readAtMs, shop))
  const lines = [
    ...(held.length > 0 ? heldLines : []),
    ...(isOld ? [unread, words.unreadWhatToDo] : []),
    ...(unreadable > 0 ? [words.unreadable(unreadable)] : []),
  ]
  return writeLetter(
    words.subject,
    lines[0] ?? words.subject,
    <>
      <Title>{words.subject}</Title>
      {lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
    </>,
  )
}
