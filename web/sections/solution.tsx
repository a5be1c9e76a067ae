import { business } from '../../site/business.ts'
import { solution } from '../../site/copy/landing-page.ts'
import { Live } from '../ui/live.tsx'
import { Printed } from '../ui/printed.tsx'
import { Remarked } from '../ui/remarked.tsx'
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
  const { title, conditions, term, remark } = solution
  return (
    <section className="page section solution">
      <Printed name="cloths">{import.meta.env.PRINTS && <ClothLengths />}</Printed>
      <div>
        <h2>{title}</h2>
        <Live near="touched">
          <p className="conditions">
            <Remarked text={conditions} term={term} remark={remark} />
          </p>
        </Live>
        <Printed name="offer">{import.meta.env.PRINTS && <Offer />}</Printed>
      </div>
    </section>
  )
}
