import { bookAction, hero } from '../../demo/landing-page.ts'
import { HeroJacket } from './hero-jacket.tsx'

/** So long that they fit a phone's page at the size at which they fill it: a line, and a word, which never breaks. */
const lineLengthMax = 12
const wordLengthMax = 11

const words = hero.title.flatMap((line) => line.split(' '))
const fillsPhone =
  hero.title.every(({ length }) => length <= lineLengthMax) &&
  words.every(({ length }) => length <= wordLengthMax)

export function Hero() {
  return (
    <section className="hero">
      <div className="page">
        <div className="hero-copy">
          <p className="caps">{hero.kicker}</p>
          <h1 className={fillsPhone ? 'fills-phone' : undefined}>{hero.title.join('\n')}</h1>
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
