import { header } from '../../site/copy/landing-page.ts'
import { WovenLabel } from '../ui/woven-label.tsx'

/** The woven label hangs from the top edge of the page, over the hero. */
export function Header() {
  return (
    <header className="absolute inset-x-0 top-0 z-4 tape:left-tape">
      <a className="skip-link" href="#book">
        {header.skipLink}
      </a>
      <div className="page flex items-start justify-between gap-6">
        <WovenLabel />
        <p className="caps hidden pt-5 hero:block">{header.note}</p>
      </div>
    </header>
  )
}
