import type { ReactNode } from 'react'
import { bookingForm } from '#copy/booking-form.ts'
import { answerPage, visitPage } from '#copy/pages.ts'
import { head } from '#shop/landing-page.ts'
import { consultation, kindInSentence } from '../../booking/kinds.ts'
import type { Views } from '../../booking/views.ts'
import { renderDocument, UnlistedHead } from '../build/document.tsx'
import { clientEmails } from '../mails/client.tsx'
import { businessNotification, ownerEmails } from '../mails/owner.tsx'
import { PhoneParagraph } from '../ui/phone-number.tsx'
import { AgainForm, AnswerPage, Booked, OneMoment, Reason, RejectedForm, rejectedTitle } from './answers.tsx'
import { CancelledVisit, SettledVisit, VisitPage } from './visit-page.tsx'

const renderPage = (title: string, children: ReactNode): string =>
  renderDocument({
    head: <UnlistedHead title={head.answerTitle(title.replace(/\.$/, ''))} />,
    css: import.meta.env.OTHER_PAGES_STYLE,
    textured: true,
    children,
  })

const answer = (title: string, words: ReactNode, form?: ReactNode): string =>
  renderPage(
    title,
    <AnswerPage title={title} form={form}>
      {words}
    </AnswerPage>,
  )

export const views: Views = {
  booked: (appointment, shop) =>
    answer(bookingForm.booked.toastTitle, <Booked appointment={appointment} shop={shop} />),
  rejected: (rejection, form) =>
    answer(
      rejectedTitle(rejection),
      <Reason rejection={rejection} />,
      form && <RejectedForm rejection={rejection} form={form} />,
    ),
  oneMoment: (text, token) => answer(answerPage.oneMoment, <OneMoment text={text} token={token} />),
  visit: (visit) =>
    renderPage(visitPage.title(kindInSentence(visit.appointment.kind)), <VisitPage {...visit} />),
  settledVisit: (visit) =>
    answer(visitPage.title(kindInSentence(visit.appointment.kind)), <SettledVisit {...visit} />),
  cancelledVisit: (visit, form) =>
    answer(
      visitPage.cancelledTitle(kindInSentence(visit.appointment.kind)),
      <CancelledVisit {...visit} />,
      visit.appointment.kind === consultation && <AgainForm form={form} />,
    ),
  // The link is wrong, or the appointment is past.
  unknownVisit: () => answer(visitPage.unknownTitle, <PhoneParagraph text={visitPage.unknownText} />),
  emails: { ...clientEmails, ...ownerEmails, businessNotification },
}
