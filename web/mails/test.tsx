import type { Letters } from '../../booking/views.ts'
import { testMail } from '../../site/copy/mails.ts'
import { Paragraph, Title, writeLetter } from './letter.tsx'

/** Shows the owner that mails arrive. */
export const test: Letters['test'] = (when) =>
  writeLetter(
    testMail.subject,
    testMail.preview,
    <>
      <Title>{testMail.title}</Title>
      <Paragraph>{testMail.sent(when)}</Paragraph>
    </>,
  )
