import { galleryWords } from '#copy/gallery.ts'
import { gallery } from '#shop/gallery.ts'
import type { Photograph as Facts } from '#shop/types.ts'
import { findPhotograph, Photograph } from '../../ui/photograph.tsx'

/** The most before 'More'. The rest is in a `<details>`, which needs no script. */
const mostShown = 10

function isWide({ file }: Facts) {
  const { width, height } = findPhotograph(file)
  return width > 1.2 * height
}

type Photographs = readonly Facts[]

/** How many cells of the last row are empty. The first photograph takes `first` cells, a wide one two. */
function leftOver(photographs: Photographs, columns: number, first?: number): number {
  const cells = photographs.reduce((sum, photograph, index) => {
    return sum + (index === 0 && first ? first : isWide(photograph) ? 2 : 1)
  }, 0)
  return (columns - (cells % columns)) % columns
}

/** How many to show first: all, or as many as fill their rows. */
function shownFirst(photographs: Photographs): number {
  if (photographs.length <= mostShown) return photographs.length
  for (let count = mostShown; count > mostShown / 2; count--)
    if (leftOver(photographs.slice(0, count), 4, 4) === 0) return count
  return mostShown
}

/** Fills the last row: the next suit, still a pattern. */
function YoursNext({ photographs, isFirst }: { photographs: Photographs; isFirst: boolean }) {
  const [wide, narrow] = isFirst
    ? [leftOver(photographs, 4, 4), leftOver(photographs, 2, 2)]
    : [leftOver(photographs, 4), leftOver(photographs, 2)]
  const className = `contact-next contact-next-${wide}${wide === 0 ? ' contact-even-wide' : ''}${narrow === 0 ? ' contact-even-narrow' : ''}`
  return (
    <li className={className}>
      <a href="#book">
        <svg viewBox="0 0 44 44" aria-hidden="true">
          <path d="M10 40V14c5 0 9-3 10-9l12 4c-3 8 0 13 7 15-3 6-3 11-1 16z" />
        </svg>
        <span>{galleryWords.yoursNext}</span>
      </a>
    </li>
  )
}

function Contacts({
  photographs,
  from,
  isLast,
}: {
  photographs: Photographs
  from: number
  isLast: boolean
}) {
  return (
    <ul className={from === 0 ? 'contacts contacts-first' : 'contacts'}>
      {photographs.map((photograph, index) => (
        <li key={photograph.file} className={isWide(photograph) ? 'contact-wide' : undefined}>
          <figure>
            {/* Without a script the link opens the picture itself. */}
            <a href={findPhotograph(photograph.file).address} data-photograph={from + index}>
              <Photograph
                {...photograph}
                sizes={from + index === 0 || isWide(photograph) ? '(width >= 820px) 47vw, 92vw' : undefined}
              />
            </a>
            <figcaption>{photograph.caption}</figcaption>
          </figure>
        </li>
      ))}
      {isLast && <YoursNext photographs={photographs} isFirst={from === 0} />}
    </ul>
  )
}

export function Gallery() {
  const { title, lead, photographs } = gallery
  const count = shownFirst(photographs)
  const rest = photographs.slice(count)
  return (
    <div className="page section gallery">
      <h2>{title}</h2>
      <p className="lead">{lead}</p>
      <Contacts photographs={photographs.slice(0, count)} from={0} isLast={rest.length === 0} />
      {rest.length > 0 && (
        <details className="more-contacts">
          <summary className="button">{galleryWords.more(rest.length)}</summary>
          <Contacts photographs={rest} from={count} isLast />
        </details>
      )}
    </div>
  )
}
