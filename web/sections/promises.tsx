import { features, promises } from '../../demo/landing-page.ts'
import { Island } from '../ui/island.tsx'
import { Static } from '../ui/static.tsx'
import { WithTooltip } from '../ui/tooltip.tsx'
import { TradeIcon } from '../ui/trade-icon.tsx'

/** The guarantees, as the labels sewn into what they guarantee. */
function Guarantees() {
  return (
    <ul className="guarantees on-paper">
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

function Features() {
  return (
    <>
      <h2 className="features-title">{features.title}</h2>
      <ol className="features">
        {features.rows.map(({ icon, feature, benefit, description }) => (
          <li key={feature}>
            <TradeIcon name={icon} />
            <h3>{feature}</h3>
            <p className="benefit">{benefit}</p>
            <p>{description}</p>
          </li>
        ))}
      </ol>
    </>
  )
}

export function Promises() {
  return (
    <section className="cloth pinked-above pinked-below">
      <div className="page section">
        {/* No island: React would make the whole page anew for a title that the browser has translated. */}
        <h2 suppressHydrationWarning>{promises.title}</h2>
        <Island hydrate="interaction">
          <Guarantees />
        </Island>
        <Static name="features">{import.meta.env.RENDER_STATIC && <Features />}</Static>
      </div>
    </section>
  )
}
