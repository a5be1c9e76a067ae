import { Application } from './application.tsx'
import { Book } from './sections/book.tsx'
import { Closing } from './sections/closing.tsx'
import { Designs } from './sections/designs.tsx'
import { Faq } from './sections/faq.tsx'
import { Footer } from './sections/footer.tsx'
import { Header } from './sections/header.tsx'
import { Hero } from './sections/hero.tsx'
import { Problem } from './sections/problem.tsx'
import { Promises } from './sections/promises.tsx'
import { Solution } from './sections/solution.tsx'
import { Strip } from './sections/strip.tsx'
import { Testimonials } from './sections/testimonials.tsx'
import { EdgeTape } from './ui/edge-tape.tsx'
import { Printed } from './ui/printed.tsx'
import { Symbols } from './ui/symbols.tsx'

/** The sections in the order of the specification, point 2. */
export function LandingPage() {
  return (
    <Application>
      <Printed name="header">
        {import.meta.env.PRINTS && (
          <>
            <Symbols />
            <EdgeTape />
            <Header />
          </>
        )}
      </Printed>
      <main>
        <Printed name="hero">{import.meta.env.PRINTS && <Hero />}</Printed>
        <Strip />
        <Printed name="problem">{import.meta.env.PRINTS && <Problem />}</Printed>
        <Book />
        <Solution />
        <Printed name="designs">
          {import.meta.env.PRINTS && (
            <>
              <Designs />
              <Testimonials />
            </>
          )}
        </Printed>
        <Promises />
        <Printed name="faq">{import.meta.env.PRINTS && <Faq />}</Printed>
        <Closing />
      </main>
      <Printed name="footer">{import.meta.env.PRINTS && <Footer />}</Printed>
    </Application>
  )
}
