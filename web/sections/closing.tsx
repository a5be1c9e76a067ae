import { closing } from '../../site/copy/landing-page.ts'
import { BookingForm } from '../booking-form/booking-form.tsx'
import { Live } from '../ui/live.tsx'
import { Printed } from '../ui/printed.tsx'

/** Three steps on a chalk line with brass notches. */
function Steps() {
  return (
    <ol className="steps">
      {closing.steps.map(({ name, text }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  )
}

export function Closing() {
  return (
    <section className="cloth pinked-above">
      <div className="page section closing">
        <h2>{closing.title}</h2>
        <Printed name="steps">{import.meta.env.PRINTS && <Steps />}</Printed>
        <Live near="ahead">
          <BookingForm placement="closing" />
        </Live>
      </div>
    </section>
  )
}
