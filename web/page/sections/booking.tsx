import { book, closing, hero } from '#shop/landing-page.ts'
import { Picture } from '../../ui/picture.tsx'
import { BookingForm } from '../booking-form/form.tsx'
import { Island, Static } from '../hydration/islands.tsx'

/** A shop can leave out the badge. */
const { badge }: { title: string; badge?: string } = book

function Invitation() {
  return (
    <div className="invitation">
      <h2 id="book-title">{book.title}</h2>
      <p className="lead">{book.lead}</p>
      {badge && <p className="badge">{badge}</p>}
      <ul className="book-notes">
        {book.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

export function Book({ className }: { className: string }) {
  return (
    <section className={className}>
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
    <div className="finish">
      <h2 id="closing-title">{closing.title}</h2>
      <ol className="steps">
        {closing.steps.map(({ name, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className="finished-suit">
        <Picture name="finished-suit" sizes="(width >= 980px) 410px, 62vw" />
        <span className="suit-ticket" aria-hidden="true">
          {hero.draft.pattern}
        </span>
      </div>
    </div>
  )
}

/** The hero’s jacket again, complete, on the same marking paper. */
export function Closing() {
  return (
    <section className="closing-ground">
      <div className="page section closing">
        <Static name="steps">{import.meta.env.RENDER_STATIC && <Steps />}</Static>
        <Island hydrate="nearby">
          <BookingForm placement="closing" />
        </Island>
      </div>
    </section>
  )
}
