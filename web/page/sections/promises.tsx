import { features, promises, questions } from '#shop/landing-page.ts'
import { Station } from '../../ui/drawings.tsx'
import { WithTooltip } from '../../ui/tooltip.tsx'
import { Island, Static } from '../hydration/islands.tsx'

function Guarantees() {
  return (
    <ul className="page guarantees on-paper">
      {promises.labels.map(({ name, text, term, tooltip }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>
            <WithTooltip text={text} term={term} tooltip={tooltip} />
          </p>
        </li>
      ))}
    </ul>
  )
}

/** One thread, drawn in chalk, runs through all five. Each list item has its own part of it. */
function Features() {
  return (
    <div className="page made">
      <h2>{features.title}</h2>
      <ol className="features">
        {features.rows.map(({ icon, feature, benefit, description }) => (
          <li key={feature}>
            <Station name={icon} />
            <h3>{feature}</h3>
            <p className="benefit">{benefit}</p>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/**
 * Labels in the seam that joins paper and cloth.
 * @param className - of its cloth
 */
export function Promises({ className }: { className: string }) {
  return (
    <section className="promises">
      <div className="page promises-title">
        <h2 suppressHydrationWarning>{promises.title}</h2>
      </div>
      <div className={className}>
        <Island hydrate="interaction">
          <Guarantees />
        </Island>
        <Static name="features">{import.meta.env.RENDER_STATIC && <Features />}</Static>
      </div>
    </section>
  )
}

/** The browser keeps one answer open at a time, even without JavaScript and before hydration. */
export function Faq() {
  return (
    <section className="page section faq">
      <h2>{questions.title}</h2>
      <div>
        {questions.items.map(({ id, question, answer }) => (
          <details key={id} name="question">
            <summary>
              <h3>{question}</h3>
              <svg viewBox="0 0 52 28" aria-hidden="true">
                <use href="#buttonhole" />
                <use className="button" href="#horn-button" x="13.5" y="1.5" width="25" height="25" />
              </svg>
            </summary>
            <p id={id}>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
