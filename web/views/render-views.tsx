import type { Views } from '../../booking/views.ts'
import { bookingForm } from '../../site/copy/booking-form.ts'
import { answerPage } from '../../site/copy/other-pages.ts'
import { visitPage } from '../../site/copy/visit.ts'
import { letters } from '../mails/letters.ts'
import { BookedPage } from './booked-page.tsx'
import { RefusedPage, refusedTitle } from './refused-page.tsx'
import { renderPage } from './render-page.tsx'
import { CancelledVisitPage, SettledVisitPage, UnknownVisitPage } from './settled-visit-pages.tsx'
import { UnreadablePage } from './unreadable-page.tsx'
import { VisitPage } from './visit-page.tsx'

/** Built into dist/views.mjs, for the server. */
export const views: Views = {
  booked: (appointment, shop) =>
    renderPage(bookingForm.booked.toastTitle, <BookedPage appointment={appointment} shop={shop} />),
  refused: (refusal, form) =>
    renderPage(refusedTitle(refusal), <RefusedPage refusal={refusal} form={form} />),
  unreadable: () => renderPage(answerPage.unreadable.title, <UnreadablePage />),
  visit: (visit) => renderPage(visitPage.title, <VisitPage {...visit} />),
  settledVisit: (visit) => renderPage(visitPage.title, <SettledVisitPage {...visit} />),
  cancelledVisit: (visit) => renderPage(visitPage.cancelledTitle, <CancelledVisitPage {...visit} />),
  unknownVisit: () => renderPage(visitPage.unknownTitle, <UnknownVisitPage />),
  letters,
}
