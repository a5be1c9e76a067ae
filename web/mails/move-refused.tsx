import { shownTime } from '../../booking/shown-time.ts'
import type { Letters } from '../../booking/views.ts'
import { moveRefused as words } from '../../site/copy/mails.ts'
import { Paragraph, Title, writeLetter } from './letter.tsx'

/** Tells the owner why an event that was moved in the calendar goes back to where it was. */
export const moveRefused: Letters['moveRefused'] = ({ full_name: name, startEpochMs }, refused, shop) =>
  writeLetter(
    words.subject(name),
    words.why[refused.why],
    <>
      <Title>{words.title}</Title>
      <Paragraph>{words.lead(name, shownTime(refused.startEpochMs, shop))}</Paragraph>
      <Paragraph>{words.why[refused.why]}</Paragraph>
      <Paragraph>{words.stays(shownTime(startEpochMs, shop))}</Paragraph>
    </>,
  )
