import { business } from '../../demo/business.ts'

/** The firm's name as the label sewn into a collar; its ends are stitched with brass thread. */
export function WovenLabel() {
  return (
    <a className="woven-label" href="/">
      <b>{business.name}</b>
      <span>{business.trade}</span>
    </a>
  )
}
