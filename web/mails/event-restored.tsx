import { shownTime } from '../../booking/shown-time.ts'
import type { Letters } from '../../booking/views.ts'
import { eventRestored as words } from '../../site/copy/mails.ts'
import { Paragraph, Title, writeLetter } from './letter.tsx'

/** Tells the owner that an event that was brought back brings back no appointment. */
export const eventRestored: Letters['eventRestored'] = ({ full_name: name, startEpochMs }, shop) =>
  writeLetter(
    words.subject(name),
    words.stays,
    <>
      <Title>{words.title}</Title>
      <Paragraph>{words.lead(name, shownTime(startEpochMs, shop))}</Paragraph>
      <Paragraph>{words.stays}</Paragraph>
    </>,
  )
