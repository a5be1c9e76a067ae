import { deskLink as words } from '../../../site/copy/mails.ts'
import { button, paragraph, small, title, writeLetter } from '../letter.ts'

/** The link with which the owner comes to the desk. */
export function deskLink(link: string, lastsMinutes: number) {
  return writeLetter({
    subject: words.subject,
    preview: words.lasts(lastsMinutes),
    children: [
      title(words.title),
      button(link, words.open),
      paragraph(words.lasts(lastsMinutes)),
      small(words.notYou),
    ],
  })
}
