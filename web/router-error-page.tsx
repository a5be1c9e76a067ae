import { business } from '../site/business.ts'
import { routerErrorPage } from '../site/copy/other-pages.ts'

/** Stands in for whatever failed and was not handled. What failed is for the console, not for visitors. */
export function RouterErrorPage() {
  return (
    <main className="page py-section">
      <h1>{routerErrorPage.title}</h1>
      <p className="lead mt-6">{routerErrorPage.text}</p>
      <p className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <a className="stitched" href="/">
          {routerErrorPage.action}
        </a>
        <a href={`sms:${business.phone.dial}`}>{business.phone.display}</a>
      </p>
    </main>
  )
}
