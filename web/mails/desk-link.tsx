import type { Letters } from '../../booking/letters.ts'
import { deskLink as words } from '../../site/copy/mails.ts'
import { Button, Paragraph, Small, Title, writeLetter } from './letter.tsx'

/** The link with which the owner comes to the desk. */
export const deskLink: Letters['deskLink'] = (link, lastsMinutes) =>
  writeLetter(
    words.subject,
    words.lasts(lastsMinutes),
    <>
      <Title>{words.title}</Title>
      <Button href={link}>{words.open}</Button>
      <Paragraph>{words.lasts(lastsMinutes)}</Paragraph>
      <Small>{words.notYou}</Small>
    </>,
  )
