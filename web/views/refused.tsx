import { askedEmailField, meantEmailField } from '../../booking/contact.ts'
import { dateWords, timeWords } from '../../booking/time.ts'
import type { FormAgain, Refusal } from '../../booking/views.ts'
import { bookingForm } from '../../copy/booking-form.ts'
import { answerPage } from '../../copy/pages.ts'
import { BookingForm } from '../booking-form/form.tsx'
import { WrittenFacts } from '../booking-form/use-form-facts.ts'
import { Paragraph } from './answer-page.tsx'

function List({ items }: { items: readonly string[] }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** Why the form was no booking. */
export function Reason({ refusal }: { refusal: Refusal }): React.JSX.Element {
  switch (refusal.why) {
    case 'faults':
      return <List items={Object.values(refusal.faults)} />
    case 'honeypot':
      return <Paragraph text={bookingForm.failed.toastText(answerPage.honeypot)} />
    case 'email':
      return (
        <>
          <Paragraph text={bookingForm.didYouMean(refusal.meant)} />
          {/* What Enter in a field presses: a form's first button. With the form that stands beside it, as the next. */}
          <button type="submit" className="pressed-by-enter" form="book" tabIndex={-1} aria-hidden="true" />
          <button type="submit" className="stitched" form="book" name={meantEmailField} value={refusal.meant}>
            {answerPage.emailInDoubt.correct(refusal.meant)}
          </button>
          <Paragraph text={answerPage.emailInDoubt.otherwise} />
        </>
      )
    case 'failed':
      return <Paragraph text={bookingForm.failed.toastText(refusal.sentence)} />
    case 'taken': {
      const day = dateWords(refusal.date)
      return (
        <>
          <Paragraph text={bookingForm.failed.toastText(answerPage.taken(timeWords(refusal.time), day))} />
          <Paragraph text={refusal.open.length > 0 ? answerPage.nearest(day) : answerPage.full} />
          {refusal.open.length > 0 && <List items={refusal.open.map(timeWords)} />}
        </>
      )
    }
  }
}

export const refusedTitle = ({ why }: Refusal) =>
  why === 'email' ? answerPage.emailInDoubt.title : bookingForm.failed.toastTitle

/** Where the form can be sent again, it stands beside the reason with what was typed. */
export function RefusedForm({ refusal, form }: { refusal: Refusal; form: FormAgain }) {
  return (
    <WrittenFacts value={form}>
      {form.askedEmail && <input type="hidden" form="book" name={askedEmailField} value={form.askedEmail} />}
      <BookingForm
        placement="book"
        typed={form.typed}
        faults={refusal.why === 'faults' ? refusal.faults : {}}
      />
    </WrittenFacts>
  )
}
