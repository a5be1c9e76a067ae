import { bookAction, hero } from '../../site/copy/landing-page.ts'
import { HeroJacket } from './hero-jacket.tsx'

export function Hero() {
  return (
    <section className="hero">
      <div className="page">
        <div className="hero-copy">
          <p className="caps">{hero.kicker}</p>
          <h1>{hero.title.join('\n')}</h1>
          <p className="lead">
            {hero.lead} <span>{hero.price}</span>
          </p>
          <a className="stitched" href="#book">
            {bookAction}
          </a>
          <p>
            <b>{hero.offer}</b>
            <br />
            {hero.slots}
          </p>
        </div>
        <HeroJacket />
      </div>
    </section>
  )
}
