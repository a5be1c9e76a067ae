import { business } from '#shop/business.ts'
import { priceList } from '#shop/prices.ts'
import type { PriceGroup } from '#shop/types.ts'

function Group({ name, rows }: PriceGroup) {
  return (
    <table>
      <caption>{name}</caption>
      <tbody>
        {rows.map(({ what, note, price }) => (
          <tr key={what}>
            <th scope="row">
              {what}
              {note && <span>{note}</span>}
            </th>
            <td>{price}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Pinned up like a tailor’s bill: the form's sheet, with an account book’s money column. */
export function Prices() {
  const { title, lead, action, head, valid, groups, foot } = priceList
  return (
    <div className="page section prices">
      <div className="prices-words">
        <h2>{title}</h2>
        <p className="lead">{lead}</p>
        <a className="stitched" href="#book">
          {action}
        </a>
      </div>
      <div className="bill on-paper">
        <div className="bill-head">
          <p>
            <b>{business.name}</b>
            {head}
          </p>
          <p className="caps">{valid}</p>
        </div>
        {groups.map((group) => (
          <Group key={group.name} {...group} />
        ))}
        <p className="bill-foot">{foot}</p>
      </div>
    </div>
  )
}
