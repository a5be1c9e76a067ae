/** Renders HTML for the build and the server. The build bundles this module into dist/views.mjs. */
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { head } from '#shop/landing-page.ts'
import { factMarks, type PageFacts } from '../../booking/public-api.ts'
import { LandingPage } from '../page/landing-page.tsx'
import { NotFoundPage } from '../page/lone-pages.tsx'
import { WrittenFacts } from '../page/shop-hours.ts'
import { LandingHead, renderDocument, UnlistedHead, unescaped } from './document.tsx'
import { structuredData } from './structured-data.ts'

export { views } from '../visit/views.tsx'

/** Logs an unknown path (specification, point 2), without its query, which may contain personal data. */
export const logNotFound =
  "console.error('404 Error: User attempted to access non-existent route:',location.pathname)"

async function prerendered(page: ReactNode, facts: PageFacts): Promise<ReactNode> {
  const { prelude } = await prerender(
    <WrittenFacts value={facts}>{page}</WrittenFacts>,
    // By default, React holds back large parts and inserts them with a script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return <div id="root" {...unescaped(await new Response(prelude).text())} />
}

/** The page at `path` for the development server, which serves its style and script as files. */
export async function renderPage(path: string, facts: PageFacts): Promise<string> {
  const isLanding = path === '/'
  return renderDocument({
    head: (
      <>
        {isLanding ? <LandingHead {...facts} /> : <UnlistedHead title={head.notFoundTitle} />}
        <link rel="stylesheet" href="/web/styles/inlined.css" />
        <link rel="stylesheet" href={`/web/styles/${isLanding ? 'late' : 'other-pages'}.css`} />
        <link rel="stylesheet" href="/web/styles/hero-photograph.css" />
        <link rel="stylesheet" href="/web/styles/logo.css" />
      </>
    ),
    facts,
    css: '',
    inlineScripts: [isLanding ? "import '/web/page/hydration/start.ts'" : logNotFound],
    children: await prerendered(isLanding ? <LandingPage /> : <NotFoundPage />, facts),
  })
}

export async function renderFiles(
  parts: Record<'css' | 'otherPagesCss' | 'lateStyleSheet' | 'boot', string>,
) {
  const { css, otherPagesCss, lateStyleSheet, boot } = parts
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
