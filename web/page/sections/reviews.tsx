import { reviewWords } from '#copy/pages.ts'
import { reviews } from '#shop/reviews.ts'

const places = [0, 1, 2, 3, 4]

/** A sewn button for each star; a worked buttonhole is still empty. */
export function ButtonRating({ rating }: { rating: number }) {
  return (
    <svg width="138" height="22" role="img" aria-label={reviewWords.rated(rating)}>
      {places.map((place) =>
        place < rating ? (
          <use key={place} href="#horn-button" x={place * 29} width="22" height="22" />
        ) : (
          <use key={place} href="#buttonhole" x={place * 29 - 2} y="4" width="26" height="14" />
        ),
      )}
    </svg>
  )
}

export function Reviews() {
  const { title, rating, profile, testimonials } = reviews
  return (
    <div className="page section reviews">
      <h2>{title}</h2>
      <div className="quotes">
        <div className="rating-ticket">
          <p>
            <b>{rating.figure}</b> {rating.outOf}
          </p>
          <p>
            {rating.count} <span>{rating.date}</span>
          </p>
          <a href={profile.url} rel="noopener">
            {profile.label}
          </a>
        </div>
        {testimonials.map(({ name, title: source, rating: given, content }) => (
          <figure key={name}>
            <ButtonRating rating={given} />
            <blockquote>{content}</blockquote>
            <figcaption>
              <b>{name}</b>
              <br /> {source}
            </figcaption>
          </figure>
        ))}
      </div>
    </div>
  )
}
