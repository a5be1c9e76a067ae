import { QueryClientProvider } from '@tanstack/react-query'
import { Component, Fragment, type ReactNode } from 'react'
import { errorPage } from '#copy/pages.ts'
import { sections } from '#shop/landing-page.ts'
import { type SectionOnPage, sectionsOnPage } from '../look/grounds.ts'
import { EdgeTape, Symbols } from '../ui/drawings.tsx'
import { PhoneParagraph } from '../ui/phone-number.tsx'
import { Toaster } from '../ui/toast.tsx'
import { Island, Static } from './hydration/islands.tsx'
import { queryClient } from './load-api.ts'
import { LonePage } from './lone-pages.tsx'
import { About } from './sections/about.tsx'
import { Book, Closing } from './sections/booking.tsx'
import { Gallery } from './sections/gallery.tsx'
import { Footer, Header } from './sections/header-and-footer.tsx'
import { Hero } from './sections/hero.tsx'
import { Designs, Solution, Testimonials } from './sections/offer.tsx'
import { Prices } from './sections/prices.tsx'
import { Problem } from './sections/problem.tsx'
import { Faq, Promises } from './sections/promises.tsx'
import { Reviews } from './sections/reviews.tsx'
import { Strip } from './sections/strip.tsx'

/** A section that prints as its own page gets a ground around it only where it needs one. */
const OnGround = ({ className, children }: { className: string; children: ReactNode }) =>
  className ? <div className={className}>{children}</div> : children

function Section({ name, className, isApart = false }: SectionOnPage) {
  if (name === 'visit') return <Strip className={className.replace(' pinked-above', '')} />
  if (name === 'book') return <Book className={className} />
  if (name === 'closing') return <Closing />
  if (name === 'promises') return <Promises className={className} />
  if (name === 'solution')
    return (
      <OnGround className={className}>
        <Solution />
      </OnGround>
    )
  if (name === 'gallery')
    return (
      // An island, so the large view is ready before a visitor comes.
      <Island hydrate="nearby">
        <section className={className || undefined}>
          <Static name="gallery">{import.meta.env.RENDER_STATIC && <Gallery />}</Static>
        </section>
      </Island>
    )
  return (
    <Static name={name}>
      {import.meta.env.RENDER_STATIC && <StaticSection name={name} className={className} isApart={isApart} />}
    </Static>
  )
}

/** Its components stay out of the scripts, because only the build renders it. */
function StaticSection({ name, className, isApart = false }: SectionOnPage) {
  switch (name) {
    case 'testimonials':
      return <Testimonials className={className} />
    case 'problem':
      return (
        <OnGround className={className}>
          <Problem />
        </OnGround>
      )
    case 'designs':
      return (
        <OnGround className={className}>
          <Designs isApart={isApart} />
        </OnGround>
      )
    case 'questions':
      return (
        <OnGround className={className}>
          <Faq />
        </OnGround>
      )
    default:
      return (
        <section className={className || undefined}>
          {name === 'prices' && <Prices />}
          {name === 'about' && <About />}
          {name === 'reviews' && <Reviews />}
        </section>
      )
  }
}

/** The build computes them, so no visitor loads the rule. */
const shown: readonly SectionOnPage[] = import.meta.env.SECTIONS ?? sectionsOnPage(sections)

interface StylesProps {
  of: readonly ('below' | 'sections')[]
}

/** In the body, before the content that it styles: no one sees that unstyled, and the first view doesn't wait for it. */
const Styles = ({ of: names }: StylesProps) => (
  <Static name={names.join()}>
    {import.meta.env.RENDER_STATIC &&
      names.map((name) => (
        <link
          key={name}
          rel="stylesheet"
          href={import.meta.env.BODY_STYLES?.[name] ?? `/web/styles/${name}.css`}
          fetchPriority="low"
        />
      ))}
  </Static>
)

/** The footer's style is also linked. */
const isFooterStyled = shown.some(({ styles }) => styles?.includes('below'))

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
            {shown.map((section) => (
              <Fragment key={section.name}>
                {section.styles && <Styles of={section.styles} />}
                <Section {...section} />
              </Fragment>
            ))}
          </main>
          {isFooterStyled || <Styles of={['below']} />}
          <Footer />
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
      <PhoneParagraph text={errorPage.text} />
      <a className="stitched" href="/">
        {errorPage.action}
      </a>
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
