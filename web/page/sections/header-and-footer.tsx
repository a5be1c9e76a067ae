import { business } from '#shop/business.ts'
import { footer, header } from '#shop/landing-page.ts'
import { WovenLabel } from '../../ui/drawings.tsx'
import { UnbrokenNumber } from '../../ui/phone-number.tsx'

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

const { address, phone, social, website } = business

function Selvedge() {
  const words = `${footer.selvedge.join(' \u00b7 ')} \u00b7 `
  return (
    <div className="selvedge" aria-hidden="true">
      {words.repeat(6)}
    </div>
  )
}

export function Footer() {
  return (
    <footer>
      <Selvedge />
      <div className="page footer">
        <div>
          <WovenLabel />
        </div>
        <address>
          {address.street}
          <br />
          {`${address.city}, ${address.region} ${address.postalCode}`}
          <br />
          <a href={`sms:${phone.dial}`}>
            <UnbrokenNumber text={footer.textMessage} />
          </a>
        </address>
        <div>
          <a href={website.url}>{website.label}</a>
        </div>
        {social.length > 0 && (
          <ul>
            {social.map(({ label, url }) => (
              <li key={label}>
                <a href={url}>{label}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </footer>
  )
}
