import { trouble } from '../../../site/copy/mails.ts'
import { paragraph, small, title, writeLetter } from '../letter.ts'

/**
 * Tells the owner that the calendar keeps failing.
 * @param lines - which appointments it does not show, without anything a client has typed
 */
export function calendarTrouble(count: number, lines: readonly string[]) {
  return writeLetter({
    subject: trouble.calendarSubject(count),
    preview: trouble.calendarTitle,
    children: [
      title(trouble.calendarTitle),
      paragraph(trouble.calendarLead),
      ...lines.map((line) => paragraph(line)),
      small(trouble.whatToDo),
    ],
  })
}
