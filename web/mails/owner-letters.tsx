import type { ReactNode } from 'react'
import { shownTime } from '../../booking/time.ts'
import type { EmailTemplates, Letter } from '../../booking/views.ts'
import { calendarNotice, deskLink, eventRestored, moveRefused, testMail, trouble } from '../../copy/emails.ts'
import { Button, Paragraph, Small, Title, writeLetter } from './letter.tsx'

interface Words {
  subject: string
  /** What inboxes show beside the subject. */
  preview: string
  title: string
  lines: readonly string[]
}

const plain = ({ subject, preview, title, lines }: Words, end?: ReactNode): Letter =>
  writeLetter(
    subject,
    preview,
    <>
      <Title>{title}</Title>
      {lines.map((line) => (
        <Paragraph key={line}>{line}</Paragraph>
      ))}
      {end}
    </>,
  )

/** What the owner is told of the calendar and of mail. */
export const ownerLetters = {
  moveRefused({ full_name: name, startEpochMs }, refused, shop) {
    const why = moveRefused.why[refused.why]
    const lead = moveRefused.lead(name, shownTime(refused.startEpochMs, shop))
    const lines = [lead, why, moveRefused.stays(shownTime(startEpochMs, shop))]
    return plain({ subject: moveRefused.subject(name), preview: why, title: moveRefused.title, lines })
  },

  eventRestored({ full_name: name, startEpochMs }, shop) {
    const { title, stays } = eventRestored
    const lines = [eventRestored.lead(name, shownTime(startEpochMs, shop)), stays]
    return plain({ subject: eventRestored.subject(name), preview: stays, title, lines })
  },

  calendarNotice({ readAtMs, isOld, unreadable, held }, shop) {
    const { subject, heldWhatToDo, unreadWhatToDo, neverRead } = calendarNotice
    const heldStarts = held.map(({ startEpochMs }) => shownTime(startEpochMs, shop))
    const unread = readAtMs === null ? neverRead : calendarNotice.unread(shownTime(readAtMs, shop))
    const lines = [
      ...(held.length > 0 ? [calendarNotice.held(held.length), ...heldStarts, heldWhatToDo] : []),
      ...(isOld ? [unread, unreadWhatToDo] : []),
      ...(unreadable > 0 ? [calendarNotice.unreadable(unreadable)] : []),
    ]
    return plain({ subject, preview: lines[0] ?? subject, title: subject, lines })
  },

  calendarTrouble(count, lines) {
    const { calendarTitle: title, calendarLead, whatToDo } = trouble
    const words = { subject: trouble.calendarSubject(count), preview: title, title }
    return plain({ ...words, lines: [calendarLead, ...lines] }, <Small>{whatToDo}</Small>)
  },

  deskLink(link, lastsMinutes) {
    const { subject, title, open, notYou } = deskLink
    const lasts = deskLink.lasts(lastsMinutes)
    return plain(
      { subject, preview: lasts, title, lines: [] },
      <>
        <Button href={link}>{open}</Button>
        <Paragraph>{lasts}</Paragraph>
        <Small>{notYou}</Small>
      </>,
    )
  },

  test: (when) => plain({ ...testMail, lines: [testMail.sent(when)] }),
} satisfies Partial<EmailTemplates>
