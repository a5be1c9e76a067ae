import { closing } from '../../demo/landing-page.ts'
import { BookingForm } from '../booking-form/form.tsx'
import { Island } from '../ui/island.tsx'
import { Static } from '../ui/static.tsx'

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
        {/* No island: React would make the whole page anew for a title that the browser has translated. */}
        <h2 suppressHydrationWarning>{closing.title}</h2>
        <Static name="steps">{import.meta.env.RENDER_STATIC && <Steps />}</Static>
        <Island hydrate="nearby">
          <BookingForm placement="closing" />
        </Island>
      </div>
    </section>
  )
}
