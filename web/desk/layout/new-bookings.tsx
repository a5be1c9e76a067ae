import './new-bookings.css'
import { desk } from '#copy/desk.ts'
import type { Agenda } from '../../../booking/owner-api.ts'
import { appointmentRoute, DeskLink } from '../navigation.tsx'
import { type NewBooking, useNewBookings } from '../new-bookings.ts'
import { useNow } from '../ui/hooks.ts'
import { Icon } from '../ui/icons.tsx'
import { nearStart } from '../ui/words.ts'

/** A flood of bookings mustn't push the day off the screen. */
const namedMax = 8

/** Bookings from the page, until the owner clicks Got it: folded on a phone, one line on a wide screen. */
export function NewBookings({ agenda, isWide }: { agenda: Agenda | undefined; isWide: boolean }) {
  const { today } = useNow()
  const { bookings, gotIt } = useNewBookings(agenda?.latest_bookings)
  if (bookings.length === 0) return null
  const title = desk.news.title(bookings.length)
  const startOf = (booking: NewBooking) => `${booking.appointment_date}T${booking.appointment_time}`
  const named = bookings.slice(0, namedMax).sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1))
  const others = bookings.length - named.length
  const list = (
    <ul>
      {named.map((booking) => (
        <li key={booking.id}>
          <DeskLink to={appointmentRoute(booking)}>
            <b>{booking.full_name}</b> <span className="hint">{nearStart(booking, today)}</span>
          </DeskLink>
        </li>
      ))}
      {others > 0 && <li className="hint">{desk.news.more(others)}</li>}
    </ul>
  )
  const button = (
    <button
      type="button"
      className="button"
      onClick={() => {
        gotIt()
        document.querySelector('h1')?.focus({ preventScroll: true })
      }}
    >
      {desk.news.gotIt}
    </button>
  )
  if (isWide)
    return (
      <section className="news" aria-label={title}>
        <b>{title}</b>
        {list}
        {button}
      </section>
    )
  return (
    <section aria-label={title}>
      <details className="news">
        <summary>
          <span>
            <b>{title}</b>
            <span className="hint news-names">{named.map(({ full_name }) => full_name).join(', ')}</span>
          </span>
          <Icon name="down" />
        </summary>
        {list}
        <div className="news-done">{button}</div>
      </details>
    </section>
  )
}
