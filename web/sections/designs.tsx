import { designs } from '../../demo/landing-page.ts'
import { Picture } from '../ui/picture.tsx'

const pictures = ['special-occasion', 'suit', 'tuxedo'] as const

export function Designs() {
  return (
    <section className="page designs">
      <h2>{designs.title}</h2>
      <p className="lead">{designs.lead}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the row scrolls sideways, and the keyboard must reach it. */}
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
