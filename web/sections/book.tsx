import { book } from '../../demo/landing-page.ts'
import { BookingForm } from '../booking-form/form.tsx'
import { Island } from '../ui/island.tsx'
import { Static } from '../ui/static.tsx'
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
        <Static name="book">{import.meta.env.RENDER_STATIC && <Invitation />}</Static>
        <Island hydrate="nearby">
          <BookingForm placement="book" />
        </Island>
      </div>
    </section>
  )
}
