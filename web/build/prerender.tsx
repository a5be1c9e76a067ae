import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { factMarks, type PageFacts } from '../../booking/public-api.ts'
import { head } from '../../demo/landing-page.ts'
import { LandingPage } from '../page/landing-page.tsx'
import { NotFoundPage } from '../page/lone-pages.tsx'
import { WrittenFacts } from '../page/shop-hours.ts'
import { asItStands, LandingHead, renderDocument, UnlistedHead } from './document.tsx'
import { structuredData } from './structured-data.ts'

export { views } from '../visit/views.tsx'

/** All that makes HTML, as one module: what the build writes into files, and the views that it leaves to the server. */

/**
 * The styles and inline scripts of the build: `boot` hydrates and fetches the style sheet at `lateStyleSheet`, `logNotFound`
 * reports an unknown path.
 */
type BuiltParts = Record<'css' | 'otherPagesCss' | 'lateStyleSheet' | 'boot' | 'logNotFound', string>

/** A page as the browser will hydrate it. */
async function prerendered(page: ReactNode, facts: PageFacts): Promise<ReactNode> {
  const { prelude } = await prerender(
    <WrittenFacts value={facts}>{page}</WrittenFacts>,
    // By default React holds large finished parts back and puts them in place with a script; here all must stand there.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return <div id="root" {...asItStands(await new Response(prelude).text())} />
}

/** The page at `path` as the development server shows it: with its style and its script beside it. */
export async function renderPage(path: string, facts: PageFacts): Promise<string> {
  const isLanding = path === '/'
  return renderDocument({
    head: (
      <>
        {isLanding ? <LandingHead {...facts} /> : <UnlistedHead title={head.notFoundTitle} />}
        <link rel="stylesheet" href="/web/styles/index.css" />
        <link rel="stylesheet" href="/web/styles/other-pages.css" />
      </>
    ),
    facts,
    css: '',
    inlineScripts: [`import '/web/page/hydration/${isLanding ? 'start' : 'log-not-found'}.ts'`],
    children: await prerendered(isLanding ? <LandingPage /> : <NotFoundPage />, facts),
  })
}

/** The pages that are the same for every visitor, by the names of their files. */
export async function renderFiles({ css, otherPagesCss, lateStyleSheet, boot, logNotFound }: BuiltParts) {
  return {
    'index.html': renderDocument({
      head: <LandingHead {...factMarks} />,
      facts: factMarks,
      css,
      lateStyleSheet,
      structuredData,
      inlineScripts: [boot],
      children: await prerendered(<LandingPage />, factMarks),
    }),
    '404.html': renderDocument({
      head: <UnlistedHead title={head.notFoundTitle} />,
      css: otherPagesCss,
      inlineScripts: [logNotFound],
      children: await prerendered(<NotFoundPage />, factMarks),
    }),
  }
}
