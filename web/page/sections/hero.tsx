import * as jacket from '#shop/jacket-outlines.ts'
import { bookAction, hero, sections } from '#shop/landing-page.ts'
import { OutlinePath } from '../../ui/drawings.tsx'
import { CallOrText } from '../../ui/phone-number.tsx'
import { hasPicture, Picture } from '../../ui/picture.tsx'

/** The longest line and the longest word that fit a phone’s width at the largest size. */
const lineLengthMax = 12
const wordLengthMax = 11
const words = hero.title.flatMap((line) => line.split(' '))

const fillsPhone =
  hero.title.every(({ length }) => length <= lineLengthMax) &&
  words.every(({ length }) => length <= wordLengthMax)

/** The first screen mentions the offer only if the page has it. */
const hasOffer = sections.includes('solution')

/** A shop can leave out each of these but the first. */
const lines: { lead: string; price?: string; offer?: string; slots?: string } = hero

export function Hero() {
  const { lead, price, offer, slots } = lines
  return (
    <section className="hero">
      <div className="page">
        <div className="hero-copy">
          <p className="caps">{hero.kicker}</p>
          <h1 className={fillsPhone ? 'fills-phone' : undefined}>{hero.title.join('\n')}</h1>
          <p className="lead">
            {lead} {price && <span>{price}</span>}
          </p>
          <a className="stitched" href="#book">
            {bookAction}
          </a>
          <p>
            {hasOffer && (
              <>
                {offer && (
                  <>
                    <b>{offer}</b>
                    <br />
                  </>
                )}
                {slots && `${slots} `}
              </>
            )}
            <CallOrText />
          </p>
        </div>
        <HeroJacket />
      </div>
    </section>
  )
}

const { heroBoxCm, heroViewBox, draftPoints, chestLineCm, waistLineCm } = jacket

/** Two thirds of a phone’s 72vw look the same at its pixel density. Safari before 26.4 ignores a `min()` in `sizes`. */
const shownAs = '(width >= 900px) 428px, (width >= 563px) 270px, 48vw'
const left = heroBoxCm.x
const right = heroBoxCm.x + heroBoxCm.width
const top = heroBoxCm.y
const bottom = heroBoxCm.y + heroBoxCm.height

function PatternPiece({ outline }: { outline: string }) {
  return (
    <>
      <OutlinePath className="cut-line" outline={outline} />
      <OutlinePath className="cut-paper" outline={outline} />
      <OutlinePath className="stitch-line" outline={outline} />
    </>
  )
}

function DrawnEdge({ outline }: { outline: string }) {
  return <OutlinePath className="drawn" outline={outline} pathLength="1" />
}

function Draft() {
  const { draft } = hero
  return (
    <svg className="draft" viewBox={heroViewBox} aria-hidden="true">
      <path className="construction centre" d={`M0 ${top}V${bottom}`} />
      <path className="construction" d="M-36.8 7.8V69.5M-37.6 7.8h1.6M-37.6 69.5h1.6" />
      <g transform="scale(-1 1)">
        <DrawnEdge outline={jacket.backNeck} />
        <PatternPiece outline={jacket.front} />
        <PatternPiece outline={jacket.sleeve} />
        <DrawnEdge outline={jacket.lapel} />
        <DrawnEdge outline={jacket.collar} />
        <DrawnEdge outline={jacket.pocketFlap} />
        <OutlinePath className="construction dashed" outline={jacket.dart + jacket.bastedRollLine} />
        <OutlinePath className="construction" outline={jacket.armhole} />
        <path
          className="construction"
          d="M15.6 31v11M15 32.6l.6-1.6.6 1.6M15 40.4l.6 1.6.6-1.6M25.4 18v38M24.8 19.6l.6-1.6.6 1.6M24.8 54.4l.6 1.6.6-1.6M12 3l-1.6 9"
        />
        <path
          className="notch"
          d="M20.4 20l1.4.5-1.3.7M19.7 50l1.5.2-1.4.9M30.9 36l1.3.5-1.2.7M12 78.1l.5 1.3.7-1.3"
        />
        {Object.entries(draftPoints).map(([name, { x, y }]) => (
          <circle key={name} cx={x} cy={y} r=".42" />
        ))}
        <path className="red-pencil" d="M11.2 58.9l1.2 1.2M12.4 58.9l-1.2 1.2" />
      </g>
      <path
        className="construction dashed"
        d={`M${left} ${chestLineCm}H${right}M${left} ${waistLineCm}H${right}`}
      />
      <g className="call-outs">
        <text x="-18.4" y={chestLineCm - 0.8}>
          {draft.chest}
        </text>
        <text x="-18.4" y={waistLineCm - 0.8}>
          {draft.waist}
        </text>
        <text x="-12.3" y="2.6" textAnchor="end">
          {draft.lapel}
        </text>
        <text x="-14.6" y="70" textAnchor="middle">
          {draft.piece}
        </text>
        <text x="-14.6" y="72.3" textAnchor="middle">
          {draft.pattern}
        </text>
        <text transform="translate(-37.5 38)rotate(-90)" textAnchor="middle">
          {draft.sleeve}
        </text>
        <text transform="translate(-16.2 38.6)rotate(-90)" textAnchor="middle">
          {draft.grain}
        </text>
      </g>
    </svg>
  )
}

/** Half drawn, half sewn: draft and picture share one coordinate system and meet on the center line. */
export function HeroJacket() {
  if (hasPicture('hero'))
    return (
      <div className="hero-jacket hero-photograph">
        <Picture name="hero" sizes="(width >= 900px) 54vw, 100vw" priority />
      </div>
    )
  return (
    <div className="hero-jacket">
      <Draft />
      <Picture name="hero-jacket" sizes={shownAs} priority />
    </div>
  )
}
