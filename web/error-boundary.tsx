import { Component, type ReactNode } from 'react'
import { errorPage } from '../copy/pages.ts'
import { business } from '../demo/business.ts'
import { LonePage } from './ui/lone-page.tsx'
import { UnbrokenNumber } from './ui/unbroken-number.tsx'

/** What a visitor sees when rendering fails (specification, point 8). The error itself is for the console. */
function ErrorPage() {
  return (
    <LonePage>
      <h1>{errorPage.title}</h1>
      <p>{errorPage.text}</p>
      <a className="stitched" href="/">
        {errorPage.action}
      </a>
      <p>
        <a href={`sms:${business.phone.dial}`}>
          <UnbrokenNumber text={business.phone.display} />
        </a>
      </p>
    </LonePage>
  )
}

/** Shows the error page in place of a page that failed while it was rendered. React logs the error itself. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children
  }
}
