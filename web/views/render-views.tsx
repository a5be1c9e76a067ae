import type { ReactNode } from 'react'
import type { Views } from '../../booking/views.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { answerPage } from '../../site/copy/other-pages.ts'
import { visitPage } from '../../site/copy/visit.ts'
import { letters } from '../mails/letters.ts'
import { AnswerPage, Paragraph } from './answer-page.tsx'
import { Booked } from './booked.tsx'
import { Reason, RefusedForm, refusedTitle } from './refused.tsx'
import { renderPage } from './render-page.tsx'
import { CancelledVisit, SettledVisit } from './settled-visits.tsx'
import { VisitPage } from './visit-page.tsx'

/** @param form - stands beside the answer */
const answer = (title: string, words: ReactNode, form?: ReactNode): string =>
  renderPage(
    title,
    <AnswerPage title={title} form={form}>
      {words}
    </AnswerPage>,
  )

/** Built into dist/views.mjs, for the server. */
export const views: Views = {
  booked: (appointment, shop) =>
    answer(bookingForm.booked.toastTitle, <Booked appointment={appointment} shop={shop} />),
  refused: (refusal, form) =>
    answer(
      refusedTitle(refusal),
      <Reason refusal={refusal} />,
      form && <RefusedForm refusal={refusal} form={form} />,
    ),
  // The appointment cannot be looked up just now: nothing is known against it.
  unreadable: () => answer(answerPage.unreadable.title, <Paragraph text={answerPage.unreadable.text} />),
  visit: (visit) => renderPage(visitPage.title, <VisitPage {...visit} />),
  settledVisit: (visit) => answer(visitPage.title, <SettledVisit {...visit} />),
  cancelledVisit: (visit) => answer(visitPage.cancelledTitle, <CancelledVisit {...visit} />),
  // The link is wrong, or the appointment is over.
  unknownVisit: () => answer(visitPage.unknownTitle, <Paragraph text={visitPage.unknownText} />),
  letters,
}
