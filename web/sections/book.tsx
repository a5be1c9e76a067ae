import { book } from '../../site/copy/landing-page.ts'
import { BookingForm } from '../booking-form/booking-form.tsx'
import { Live } from '../ui/live.tsx'
import { Printed } from '../ui/printed.tsx'
import { TradeIcon } from '../ui/trade-icon.tsx'

function Invitation() {
  return (
    <div>
      <h2>{book.title}</h2>
      <p className="lead">{book.lead}</p>
      <p className="badge">{book.badge}</p>
      <ul className="book-notes">
        {book.notes.map(({ icon, text }) => (
          <li key={icon}>
            <TradeIcon name={icon} />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

export function Book() {
  return (
    <section className="cloth pinked-above pinked-below">
      <div className="page section book">
        <Printed name="book">{import.meta.env.PRINTS && <Invitation />}</Printed>
        <Live near="ahead">
          <BookingForm placement="book" />
        </Live>
      </div>
    </section>
  )
}
