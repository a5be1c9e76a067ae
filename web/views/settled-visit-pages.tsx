import { shownTime } from '../../booking/date-words.ts'
import type { Visit } from '../../booking/views.ts'
import { visitPage } from '../../site/copy/visit.ts'
import { AnswerPage, Paragraph, Place } from './answer-page.tsx'

/** The appointment, when it is too near to be changed here. */
export function SettledVisitPage({
  appointment,
  shop,
  notice,
}: Pick<Visit, 'appointment' | 'shop' | 'notice'>) {
  return (
    <AnswerPage title={visitPage.title}>
      {notice && <Paragraph text={notice} />}
      <Paragraph text={`${visitPage.expected} ${shownTime(appointment.startEpochMs, shop)}.`} />
      <Place map={visitPage.map} />
      <Paragraph text={visitPage.tooLate} />
    </AnswerPage>
  )
}

export function CancelledVisitPage({ appointment, shop }: Pick<Visit, 'appointment' | 'shop'>) {
  return (
    <AnswerPage title={visitPage.cancelledTitle}>
      <Paragraph text={visitPage.cancelledText(shownTime(appointment.startEpochMs, shop))} />
      <p>
        <a className="stitched" href="/#book">
          {visitPage.again}
        </a>
      </p>
    </AnswerPage>
  )
}

/** The link is wrong, or the appointment is over. */
export function UnknownVisitPage() {
  return (
    <AnswerPage title={visitPage.unknownTitle}>
      <Paragraph text={visitPage.unknownText} />
    </AnswerPage>
  )
}
