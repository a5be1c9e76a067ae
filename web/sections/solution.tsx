import { business } from '../../demo/business.ts'
import { solution } from '../../demo/landing-page.ts'
import { Island } from '../ui/island.tsx'
import { Static } from '../ui/static.tsx'
import { WithTooltip } from '../ui/tooltip.tsx'
import { UnbrokenNumber } from '../ui/unbroken-number.tsx'

/** Three lengths of cloth on a brass rail, each with a ticket on a string. */
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
        <a href={`sms:${business.phone.dial}`}>
          <UnbrokenNumber text={solution.textMessage} />
        </a>
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
        {/* No island: React would make the whole page anew for a title that the browser has translated. */}
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
