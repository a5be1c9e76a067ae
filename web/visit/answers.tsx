import type { ReactNode } from 'react'
import { agreement, bookingForm } from '#copy/booking-form.ts'
import { answerPage, visitPage } from '#copy/pages.ts'
import { addressLine } from '#shop/business.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import { askedEmailField, meantEmailField } from '../../booking/contact.ts'
import { calendarFileLink, googleCalendarLink, mapLink, outlookCalendarLink } from '../../booking/links.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { formatDate, formatTime, shownTime } from '../../booking/time.ts'
import type { FormAgain, FormRejection } from '../../booking/views.ts'
import { BookingForm } from '../page/booking-form/form.tsx'
import { WrittenFacts } from '../page/shop-hours.ts'
import { EdgeTape, WovenLabel } from '../ui/drawings.tsx'
import { PhoneParagraph } from '../ui/phone-number.tsx'

interface AnswerPageProps {
  title: string
  children: ReactNode
  form?: ReactNode
}

export function AnswerPage({ title, children, form }: AnswerPageProps) {
  return (
    <div className="with-tape">
      <EdgeTape />
      <div className="cloth answer-page">
        <header className="page">
          <WovenLabel />
        </header>
        <main className={form ? 'page section book' : 'page section'}>
          <div>
            <h1>{title}</h1>
            <div className="answer-body">{children}</div>
            <a className="back" href="/">
              {answerPage.action}
            </a>
          </div>
          {form}
        </main>
      </div>
    </div>
  )
}

/** Where the shop is. No referrer: the page’s address may hold a manage link’s token. */
export const Place = () => (
  <p>
    {addressLine}
    <br />
    <a href={mapLink} rel="noreferrer">
      {agreement.map}
    </a>
  </p>
)

export function Booked({ appointment, shop }: { appointment: StoredAppointment; shop: Shop }) {
  const event = clientEvent(appointment, shop)
  return (
    <>
      <PhoneParagraph text={answerPage.booked(shownTime(appointment.startEpochMs, shop))} />
      <Place />
      <PhoneParagraph text={`${agreement.keep}:`} />
      <ul>
        <li>
          <a href={googleCalendarLink(event)}>{answerPage.google}</a>
        </li>
        <li>
          <a href={outlookCalendarLink(event)}>{agreement.outlook}</a>
        </li>
        <li>
          <a href={calendarFileLink(appointment.id)}>{bookingForm.booked.file}</a>
        </li>
      </ul>
      <PhoneParagraph text={answerPage.mail} />
    </>
  )
}

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

export function Reason({ rejection }: { rejection: FormRejection }): ReactNode {
  switch (rejection.why) {
    case 'errors':
      return <List items={Object.values(rejection.errors)} />
    case 'honeypot':
      return <PhoneParagraph text={bookingForm.failed.toastText(answerPage.honeypot)} />
    case 'email':
      return (
        <>
          <PhoneParagraph text={bookingForm.didYouMean(rejection.meant)} />
          {/* Enter in a field presses a form’s first button: this one, which keeps the address. */}
          <button type="submit" className="pressed-by-enter" form="book" tabIndex={-1} aria-hidden="true" />
          <button
            type="submit"
            className="stitched"
            form="book"
            name={meantEmailField}
            value={rejection.meant}
          >
            {answerPage.emailInDoubt.correct(rejection.meant)}
          </button>
          <PhoneParagraph text={answerPage.emailInDoubt.otherwise} />
        </>
      )
    case 'failed':
      return <PhoneParagraph text={bookingForm.failed.toastText(rejection.sentence)} />
    case 'taken': {
      const day = formatDate(rejection.date)
      return (
        <>
          <PhoneParagraph
            text={bookingForm.failed.toastText(answerPage.taken(formatTime(rejection.time), day))}
          />
          <PhoneParagraph text={rejection.open.length > 0 ? answerPage.nearest(day) : answerPage.full} />
          {rejection.open.length > 0 && <List items={rejection.open.map(formatTime)} />}
        </>
      )
    }
  }
}

export const rejectedTitle = ({ why }: FormRejection) =>
  why === 'email' ? answerPage.emailInDoubt.title : bookingForm.failed.toastTitle

export function RejectedForm({ rejection, form }: { rejection: FormRejection; form: FormAgain }) {
  return (
    <WrittenFacts value={form}>
      {form.askedEmail && <input type="hidden" form="book" name={askedEmailField} value={form.askedEmail} />}
      <BookingForm
        placement="book"
        typed={form.typed}
        errors={rejection.why === 'errors' ? rejection.errors : {}}
      />
    </WrittenFacts>
  )
}

/** Something failed for the moment. @param token - of the manage link that shows the appointment, if known */
export function OneMoment({ text, token }: { text: string; token: string | undefined }) {
  return (
    <>
      <PhoneParagraph text={text} />
      {token && (
        <p>
          <a className="stitched" href={`/?visit=${token}`}>
            {visitPage.howItStands}
          </a>
        </p>
      )}
    </>
  )
}
