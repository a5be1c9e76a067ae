import { ratingLabel, testimonialsTitle } from '../../site/copy/landing-page.ts'
import { testimonials } from '../../site/copy/testimonials.ts'
import { Rating } from '../ui/rating.tsx'

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
