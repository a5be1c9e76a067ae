import type { Letters } from '../../booking/views.ts'
import { trouble } from '../../site/copy/mails.ts'
import { Paragraph, Small, Title, writeLetter } from './letter.tsx'

/** Tells the owner that the calendar keeps failing. */
export const calendarTrouble: Letters['calendarTrouble'] = (count, lines) =>
  writeLetter(
    trouble.calendarSubject(count),
    trouble.calendarTitle,
    <>
      <Title>{trouble.calendarTitle}</Title>
      <Paragraph>{trouble.calendarLead}</Paragraph>
      {lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
      <Small>{trouble.whatToDo}</Small>
    </>,
  )
