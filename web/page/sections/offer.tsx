import { business } from '#shop/business.ts'
import { designs, ratingLabel, solution, testimonialsTitle } from '#shop/landing-page.ts'
import { testimonials } from '#shop/testimonials.ts'
import { UnbrokenNumber } from '../../ui/phone-number.tsx'
import { Picture } from '../../ui/picture.tsx'
import { WithTooltip } from '../../ui/tooltip.tsx'
import { Island, Static } from '../hydration/islands.tsx'

function ClothLengths() {
  const { cloths, tickets } = solution
  return (
    <div className="lengths" role="img" aria-label={cloths}>
      {tickets.map(({ suit, price }) => (
        <div key={suit} className="length">
          <span>
            <b>{suit}</b>
            {price}
          </span>
        </div>
      ))}
    </div>
  )
}

function Offer() {
  return (
    <>
      <p className="lead">{solution.lead}</p>
      <p className="claim">
        <a className="stitched" href="#book">
          {solution.action}
        </a>
        <a href={`sms:${business.phone.dial}`}>
          <UnbrokenNumber text={solution.textMessage} />
        </a>
      </p>
    </>
  )
}

export function Solution() {
  const { title, conditions, term, tooltip } = solution
  return (
    <section className="page section solution">
      <Static name="cloths">{import.meta.env.RENDER_STATIC && <ClothLengths />}</Static>
      <div>
        {/* Outside an island: React would render the whole page again for a translated title. */}
        <h2 suppressHydrationWarning>{title}</h2>
        <Island hydrate="interaction">
          <p className="conditions">
            <WithTooltip text={conditions} term={term} tooltip={tooltip} />
          </p>
        </Island>
        <Static name="offer">{import.meta.env.RENDER_STATIC && <Offer />}</Static>
      </div>
    </section>
  )
}

const pictures = ['special-occasion', 'suit', 'tuxedo'] as const

export function Designs() {
  return (
    <section className="page designs">
      <h2>{designs.title}</h2>
      <p className="lead">{designs.lead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the row scrolls sideways, by keyboard too. */}
      <section className="plates" aria-label={designs.title} tabIndex={0}>
        {designs.plates.map(({ name, text }, index) => (
          <figure key={name}>
            <Picture name={pictures[index] ?? 'suit'} sizes="(width >= 820px) 34vw, 78vw" />
            <figcaption>
              <h3>{name}</h3>
              <p>{text}</p>
            </figcaption>
          </figure>
        ))}
      </section>
    </section>
  )
}

const buttons = [0, 1, 2, 3, 4]

function Rating({ label }: { label: string }) {
  return (
    <svg width="138" height="22" role="img" aria-label={label}>
      {buttons.map((place) => (
        <use key={place} href="#horn-button" x={place * 29} width="22" height="22" />
      ))}
    </svg>
  )
}

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
