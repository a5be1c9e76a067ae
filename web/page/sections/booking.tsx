import { book, closing } from '#shop/landing-page.ts'
import { TradeIcon } from '../../ui/drawings.tsx'
import { BookingForm } from '../booking-form/form.tsx'
import { Island, Static } from '../hydration/islands.tsx'

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

function Steps() {
  return (
    <>
      <h2>{closing.title}</h2>
      <ol className="steps">
        {closing.steps.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

export function Closing() {
  return (
    <section className="cloth pinked-above">
      <div className="page section closing">
        <Static name="steps">{import.meta.env.RENDER_STATIC && <Steps />}</Static>
        <Island hydrate="nearby">
          <BookingForm placement="closing" />
        </Island>
      </div>
    </section>
  )
}
