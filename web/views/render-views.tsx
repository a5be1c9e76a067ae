import type { Views } from '../../booking/views.ts'
import { letters } from '../mails/letters.ts'
import { BookedPage } from './booked-page.tsx'
import { RefusedPage } from './refused-page.tsx'
import { renderPage } from './render-page.tsx'
import { CancelledVisitPage, SettledVisitPage, UnknownVisitPage } from './settled-visit-pages.tsx'
import { UnreadablePage } from './unreadable-page.tsx'
import { VisitPage } from './visit-page.tsx'

/** Built into dist/views.mjs, for the server. */
export const views: Views = {
  booked: (appointment, shop) => renderPage(<BookedPage appointment={appointment} shop={shop} />),
  refused: (refusal, form) => renderPage(<RefusedPage refusal={refusal} form={form} />),
  unreadable: () => renderPage(<UnreadablePage />),
  visit: (visit) => renderPage(<VisitPage {...visit} />),
  settledVisit: (visit) => renderPage(<SettledVisitPage {...visit} />),
  cancelledVisit: (visit) => renderPage(<CancelledVisitPage {...visit} />),
  unknownVisit: () => renderPage(<UnknownVisitPage />),
  letters,
}
