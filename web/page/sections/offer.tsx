import { business } from '#shop/business.ts'
import { designs, ratingLabel, solution, testimonialsTitle } from '#shop/landing-page.ts'
import { testimonials } from '#shop/testimonials.ts'
import { UnbrokenNumber } from '../../ui/phone-number.tsx'
import { Photograph } from '../../ui/photograph.tsx'
import { isPicture, Picture } from '../../ui/picture.tsx'
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
        {business.phone.takesTexts && (
          <a href={`sms:${business.phone.dial}`}>
            <UnbrokenNumber text={solution.textMessage} />
          </a>
        )}
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
        {/* Outside an island: React would rerender the whole page for a translated title. */}
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

function DesignPicture({ picture, alt, sizes }: { picture: string; alt: string; sizes: string }) {
  if (isPicture(picture)) return <Picture name={picture} sizes={sizes} />
  return (
    <picture>
      <Photograph file={picture} alt={alt} sizes={sizes} />
    </picture>
  )
}

/** @param isApart - whether it needs space above, because the offer is missing */
export function Designs({ isApart = false }: { isApart?: boolean }) {
  return (
    <section className={isApart ? 'page designs designs-apart' : 'page designs'}>
      <div className="designs-title">
        <h2>{designs.title}</h2>
        <p className="lead">{designs.lead}</p>
      </div>
      {designs.plates.map(({ name, text, picture, alt = '' }, index) => (
        <figure key={name}>
          <DesignPicture
            picture={picture}
            alt={alt}
            sizes={index === 0 ? '(width >= 820px) 34vw, 100vw' : '(width >= 820px) 28vw, 50vw'}
          />
          <figcaption>
            <h3>{name}</h3>
            <p>{text}</p>
          </figcaption>
        </figure>
      ))}
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

export function Testimonials({ className }: { className: string }) {
  if (testimonials.length === 0) return null
  return (
    <section className={className}>
      <div className="page section testimonials">
        <h2>{testimonialsTitle}</h2>
        <div className="quotes">
          {testimonials.map(({ name, title, content }) => (
            <figure key={name}>
              <Rating label={ratingLabel} />
              <blockquote>{content}</blockquote>
              <figcaption>
                <b>{name}</b>
                <br /> {title}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}
