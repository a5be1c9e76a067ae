import { QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode } from 'react'
import { errorPage } from '#copy/pages.ts'
import { business } from '#shop/business.ts'
import { EdgeTape, Symbols } from '../ui/drawings.tsx'
import { UnbrokenNumber } from '../ui/phone-number.tsx'
import { Toaster } from '../ui/toast.tsx'
import { Static } from './hydration/islands.tsx'
import { queryClient } from './load-api.ts'
import { LonePage } from './lone-pages.tsx'
import { Book, Closing } from './sections/booking.tsx'
import { Footer, Header } from './sections/header-and-footer.tsx'
import { Hero } from './sections/hero.tsx'
import { Designs, Solution, Testimonials } from './sections/offer.tsx'
import { Problem } from './sections/problem.tsx'
import { Faq, Promises } from './sections/promises.tsx'
import { Strip } from './sections/strip.tsx'

export function LandingPage() {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <div className="with-tape">
          <Static name="header">
            {import.meta.env.RENDER_STATIC && (
              <>
                <Symbols />
                <EdgeTape />
                <Header />
              </>
            )}
          </Static>
          <main>
            <Static name="hero">{import.meta.env.RENDER_STATIC && <Hero />}</Static>
            <Strip />
            <Static name="problem">{import.meta.env.RENDER_STATIC && <Problem />}</Static>
            <Book />
            <Solution />
            <Static name="designs">
              {import.meta.env.RENDER_STATIC && (
                <>
                  <Designs />
                  <Testimonials />
                </>
              )}
            </Static>
            <Promises />
            <Static name="faq">{import.meta.env.RENDER_STATIC && <Faq />}</Static>
            <Closing />
          </main>
          <Static name="footer">{import.meta.env.RENDER_STATIC && <Footer />}</Static>
        </div>
        <Toaster />
      </QueryClientProvider>
    </ErrorBoundary>
  )
}

/** Appears when rendering fails (specification, point 8). */
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

/** React logs the error. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children
  }
}
