import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { head } from '../site/copy/head.ts'
import { AnswerPage } from './answer-page.tsx'
import { Document, type DocumentParts } from './document.tsx'
import { LandingHead, UnlistedHead } from './head/head.tsx'
import { structuredData } from './head/structured-data.ts'
import { LandingPage } from './landing-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import visitCss from './visit/visit.css?inline'
import { VisitPage } from './visit/visit-page.tsx'

/** The inline scripts of the build: `boot` hydrates, `logNotFound` reports an unknown path. */
export interface BuiltParts {
  css: string
  otherPagesCss: string
  boot: string
  logNotFound: string
}

async function renderToHtml(tree: ReactNode): Promise<string> {
  // By default React holds large finished parts back and puts them in place with a script; here all must stand there.
  const { prelude } = await prerender(tree, { progressiveChunkSize: Number.POSITIVE_INFINITY })
  const html = await new Response(prelude).text()
  // The pictures stand in the same HTML: a hint to load them would repeat their addresses.
  return html.replace(/<link rel="preload" as="image"[^>]*\/>/g, '')
}

function renderDocument(head: ReactNode, body: string, parts: DocumentParts): string {
  return `<!doctype html>${renderToStaticMarkup(<Document head={head} body={body} {...parts} />)}`
}

/** The page at `path` in its document, for the development server. */
export async function renderPage(path: string): Promise<string> {
  const isLanding = path === '/'
  return renderDocument(
    isLanding ? <LandingHead /> : <UnlistedHead title={head.notFoundTitle} />,
    await renderToHtml(isLanding ? <LandingPage /> : <NotFoundPage />),
    { css: '', inlineScripts: [] },
  )
}

/** Every HTML file of the built page, by its name. */
export async function renderFiles({
  css,
  otherPagesCss,
  boot,
  logNotFound,
}: BuiltParts): Promise<Record<string, string>> {
  const answer = await renderToHtml(<AnswerPage withForm={false} />)
  const answerForm = await renderToHtml(<AnswerPage withForm />)
  const still = { css: otherPagesCss, inlineScripts: [], dressed: true }
  return {
    'index.html': renderDocument(<LandingHead />, await renderToHtml(<LandingPage />), {
      css,
      inlineScripts: [boot],
      structuredData,
    }),
    '404.html': renderDocument(
      <UnlistedHead title={head.notFoundTitle} />,
      await renderToHtml(<NotFoundPage />),
      {
        css: otherPagesCss,
        inlineScripts: [logNotFound],
      },
    ),
    'visit.html': renderDocument(
      <UnlistedHead title={head.answerTitle} />,
      await renderToHtml(<VisitPage />),
      {
        css: otherPagesCss + visitCss.trim(),
        inlineScripts: [],
        dressed: true,
      },
    ),
    'answer.html': renderDocument(<UnlistedHead title={head.answerTitle} />, answer, still),
    'answer-form.html': renderDocument(
      <UnlistedHead title={head.answerTitle} />,
      keepTypedValues(answerForm),
      still,
    ),
  }
}

/** Gives each input the mark that the server replaces by what the visitor had typed. */
function keepTypedValues(html: string): string {
  const input = /<input(?=[^>]* name="(full_name|email|phone|appointment_date|appointment_time)")/g
  return html.replace(input, '<input value="%VALUE_$1%"')
}
