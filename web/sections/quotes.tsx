import { ratingLabel, testimonialsTitle } from '../../demo/landing-page.ts'
import { testimonials } from '../../demo/testimonials.ts'

const buttons = [0, 1, 2, 3, 4]

/** Five horn buttons: the shop's stars. */
function Rating({ label }: { label: string }) {
  return (
    <svg width="138" height="22" role="img" aria-label={label}>
      {buttons.map((place) => (
        <use key={place} href="#horn-button" x={place * 29} width="22" height="22" />
      ))}
    </svg>
  )
}

/** Nothing, as long as there is nobody to quote. */
export function Testimonials() {
  if (testimonials.length === 0) return null
  return (
    <section className="testimonials">
      <div className="page section">
        <h2>{testimonialsTitle}</h2>
        <div className="quotes">
          {testimonials.map(({ name, title, content }) => (
            <figure key={name}>
              <Rating label={ratingLabel} />
              <blockquote>{content}</blockquote>
              <figcaption>
                <b>{name}</b>
                <br />
                {title}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
