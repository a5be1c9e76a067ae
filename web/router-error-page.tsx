import { business } from '../site/business.ts'
import { routerErrorPage } from '../site/copy/other-pages.ts'
import { LonePage } from './ui/lone-page.tsx'
import { UnbrokenNumber } from './ui/unbroken-number.tsx'

/** Stands in for whatever failed and was not handled. What failed is for the console, not for visitors. */
export function RouterErrorPage() {
  return (
    <LonePage>
      <h1>{routerErrorPage.title}</h1>
      <p>{routerErrorPage.text}</p>
      <a className="stitched" href="/">
        {routerErrorPage.action}
      </a>
      <p>
        <a href={`sms:${business.phone.dial}`}>
          <UnbrokenNumber text={business.phone.display} />
        </a>
      </p>
    </LonePage>
  )
}
