import { business } from '#shop/business.ts'
import { footer, header } from '#shop/landing-page.ts'
import { mapLink } from '../../../booking/links.ts'
import { WovenLabel } from '../../ui/drawings.tsx'
import { CallOrText } from '../../ui/phone-number.tsx'
import { Island, Static } from '../hydration/islands.tsx'
import { useFormFacts } from '../shop-hours.ts'

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

const { address, social, website } = business

function Selvedge() {
  const words = `${footer.selvedge.join(' \u00b7 ')} \u00b7 `
  return (
    <div className="selvedge" aria-hidden="true" translate="no">
      {words.repeat(6)}
    </div>
  )
}

function Contact() {
  return (
    <>
      <WovenLabel />
      <p className="footer-call">
        <CallOrText />
        <br />
        <a href={`mailto:${business.email}`}>{business.email}</a>
      </p>
    </>
  )
}

function Places() {
  return (
    <>
      <address translate="no">
        {address.street}
        <br />
        {`${address.city}, ${address.region} ${address.postalCode}`}
        <br />
        <a href={mapLink} target="_blank" rel="noopener noreferrer" translate="yes">
          {footer.map}
        </a>
      </address>
      <ul>
        <li>
          <a href={website.url}>{website.label}</a>
        </li>
        {social.map(({ label, url }) => (
          <li key={label}>
            <a href={url}>{label}</a>
          </li>
        ))}
      </ul>
    </>
  )
}

/** One text with several lines, because the build doesn’t know how many the week takes. */
function Hours() {
  return <p className="footer-hours">{useFormFacts().hoursWords}</p>
}

export function Footer() {
  return (
    <footer>
      <Static name="selvedge">{import.meta.env.RENDER_STATIC && <Selvedge />}</Static>
      <div className="page footer">
        <div>
          <Static name="contact">{import.meta.env.RENDER_STATIC && <Contact />}</Static>
        </div>
        <div>
          {/* Outside an island: React would rerender the whole page for a translated title. */}
          <h2 className="caps" suppressHydrationWarning>
            {footer.hours}
          </h2>
          <Island hydrate="nearby">
            <Hours />
          </Island>
        </div>
        <Static name="places">{import.meta.env.RENDER_STATIC && <Places />}</Static>
      </div>
    </footer>
  )
}
