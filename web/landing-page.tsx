import { QueryClientProvider } from '@tanstack/react-query'
import { queryClient } from './backend/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Book } from './sections/book.tsx'
import { Closing } from './sections/closing.tsx'
import { Designs } from './sections/designs.tsx'
import { Faq } from './sections/faq.tsx'
import { Footer } from './sections/footer.tsx'
import { Header } from './sections/header.tsx'
import { Hero } from './sections/hero.tsx'
import { Problem } from './sections/problem.tsx'
import { Promises } from './sections/promises.tsx'
import { Testimonials } from './sections/quotes.tsx'
import { Solution } from './sections/solution.tsx'
import { Strip } from './sections/strip.tsx'
import { EdgeTape } from './ui/edge-tape.tsx'
import { Static } from './ui/static.tsx'
import { Symbols } from './ui/symbols.tsx'
import { Toaster } from './ui/toast.tsx'

/** The sections in the order of the specification, point 2. */
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
