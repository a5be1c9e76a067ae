import { header } from '../../demo/landing-page.ts'
import { WovenLabel } from '../ui/woven-label.tsx'

/** The woven label hangs from the top edge of the page, over the hero. */
export function Header() {
  return (
    <header className="masthead">
      <a className="skip-link" href="#book">
        {header.skipLink}
      </a>
      <div className="page">
        <WovenLabel />
        <p className="caps">{header.note}</p>
      </div>
    </header>
  )
}
