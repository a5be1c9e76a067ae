import { features, promises } from '../../site/copy/landing-page.ts'
import { Live } from '../ui/live.tsx'
import { Printed } from '../ui/printed.tsx'
import { Remarked } from '../ui/remarked.tsx'
import { TradeIcon } from '../ui/trade-icon.tsx'

/** The guarantees, as the labels sewn into what they guarantee. */
function Guarantees() {
  return (
    <ul className="guarantees">
      {promises.labels.map(({ name, text, term, remark }) => (
        <li key={name}>
          <h3>{name}</h3>
          <p>
            <Remarked text={text} term={term} remark={remark} />
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
        <h2>{promises.title}</h2>
        <Live near="touched">
          <Guarantees />
        </Live>
        <Printed name="features">{import.meta.env.PRINTS && <Features />}</Printed>
      </div>
    </section>
  )
}
