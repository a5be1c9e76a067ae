import type { ReactNode } from 'react'
import { agreement, bookingForm } from '#copy/booking-form.ts'
import { answerPage, visitPage } from '#copy/pages.ts'
import { addressLine } from '#shop/business.ts'
import type { StoredAppointment } from '../../booking/appointment.ts'
import { type OpenDay, pickSpreadTimes } from '../../booking/availability.ts'
import { clientEvent } from '../../booking/calendar-event.ts'
import { askedEmailField, meantEmailField } from '../../booking/contact.ts'
import { calendarFileLink, googleCalendarLink, mapLink, outlookCalendarLink } from '../../booking/links.ts'
import type { Shop } from '../../booking/opening-hours.ts'
import { toField } from '../../booking/public-api.ts'
import { formatDate, formatMoment, formatTime } from '../../booking/time.ts'
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
            {/* Names the form. */}
            <h1 id={form ? 'book-title' : undefined}>{title}</h1>
            <div className="answer-body">{children}</div>
            <a className="back" href="/">
              {answerPage.action}
            </a>
          </div>
          {form && <div>{form}</div>}
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
      <PhoneParagraph text={answerPage.booked(formatMoment(appointment.startEpochMs, shop))} />
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

/** Enter in a field clicks a form’s first button: this one, which sends the fields unchanged. */
const PressedByEnter = () => (
  <button type="submit" className="pressed-by-enter" form="book" tabIndex={-1} aria-hidden="true" />
)

interface OfferedTimesProps {
  label: string
  date: string
  times: readonly string[]
}

/** Each books with the fields of the form next to it. */
function OfferedTimes({ label, date, times }: OfferedTimesProps) {
  if (times.length === 0) return null
  return (
    <>
      <PressedByEnter />
      <p id={`offered-${date}`}>{label}</p>
      <div className="times" {...{ role: 'group', 'aria-labelledby': `offered-${date}` }}>
        {times.map((time) => (
          <button
            key={time}
            type="submit"
            className="choice"
            form="book"
            name={toField}
            value={`${date} ${time}`}
          >
            {formatTime(time)}
          </button>
        ))}
      </div>
    </>
  )
}

const NextDay = ({ next }: { next: OpenDay | null }) =>
  next && (
    <OfferedTimes
      label={bookingForm.openTimes.next(formatDate(next.date))}
      date={next.date}
      times={pickSpreadTimes(next.times)}
    />
  )

export function Reason({ rejection }: { rejection: FormRejection }): ReactNode {
  switch (rejection.why) {
    case 'errors':
      return (
        <>
          <List items={Object.values(rejection.errors)} />
          <NextDay next={rejection.next} />
        </>
      )
    case 'honeypot':
      return <PhoneParagraph text={bookingForm.failed.toastText(answerPage.honeypot)} />
    case 'email':
      return (
        <>
          <PhoneParagraph text={bookingForm.didYouMean(rejection.meant)} />
          <PressedByEnter />
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
          {rejection.open.length === 0 && <p>{answerPage.full}</p>}
          <OfferedTimes label={answerPage.nearest(day)} date={rejection.date} times={rejection.open} />
          <NextDay next={rejection.next} />
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

/** After a cancellation: name, address, and number are filled in, but in no URL. */
export function AgainForm({ form }: { form: FormAgain }) {
  return (
    <WrittenFacts value={form}>
      {form.askedEmail && <input type="hidden" form="book" name={askedEmailField} value={form.askedEmail} />}
      <BookingForm placement="book" typed={form.typed} />
    </WrittenFacts>
  )
}

/**
 * A temporary failure.
 * @param token - of the manage link that shows the appointment, if known
 */
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
