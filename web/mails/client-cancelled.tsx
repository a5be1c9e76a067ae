import { shownTime } from '../../booking/shown-time.ts'
import type { Letters } from '../../booking/views.ts'
import { cancelled, clientMails } from '../../site/copy/mails.ts'
import { Button, Paragraph, Title, writeLetter } from './letter.tsx'

/** Tells the client that nobody expects them any more. */
export const clientCancelled: Letters['clientCancelled'] = (appointment, { by, message }, shop, pageUrl) => {
  const when = shownTime(appointment.startEpochMs, shop)
  return writeLetter(
    cancelled.subject(when),
    cancelled.preview,
    <>
      <Title>{cancelled.title}</Title>
      <Paragraph>{clientMails.greeting(appointment.full_name)}</Paragraph>
      <Paragraph>{by === 'client' ? cancelled.byClient(when) : cancelled.byOwner(when)}</Paragraph>
      {message?.split('\n').map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one message, which may be the same.
        <Paragraph key={index}>{line}</Paragraph>
      ))}
      <Button href={pageUrl}>{cancelled.again}</Button>
    </>,
  )
}
