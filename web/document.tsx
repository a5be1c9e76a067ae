import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Graph } from 'schema-dts'
import type { PageFacts } from '../booking/public-api.ts'

interface DocumentProps {
  head: ReactNode
  /** All of the page's style, inlined. */
  css: string
  /** What the page's scripts read; without it nothing in the page makes a call. */
  facts?: PageFacts
  /** Whether the woven tiles come with the page, where no script brings them afterwards. */
  textured?: boolean
  /** Address of a style sheet that a script fetches when its time has come; at the end of the page without script. */
  lateStyleSheet?: string
  /** For search engines: what the page says, as JSON-LD. At the end of the page, where its sentences repeat. */
  structuredData?: Graph
  /** Scripts that stand at the end of the body, inlined. */
  inlineScripts?: readonly string[]
  children: ReactNode
}

function Document({
  head,
  css,
  facts,
  textured,
  lateStyleSheet,
  structuredData,
  inlineScripts = [],
  children,
}: DocumentProps) {
  return (
    <html lang="en" className={textured ? 'textured' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        <meta name="theme-color" content="#131a2b" />
        {facts && <meta name="anon-key" content={facts.anonKey} />}
        {facts && <meta name="earliest-date" content={facts.earliestDate} />}
        {facts && <meta name="opening" content={facts.opening} />}
        {css && <style {...asItStands(css)} />}
      </head>
      <body>
        {children}
        {lateStyleSheet && (
          <noscript>
            <link rel="stylesheet" href={lateStyleSheet} />
          </noscript>
        )}
        {structuredData && (
          <script
            type="application/ld+json"
            {...asItStands(JSON.stringify(structuredData).replaceAll('<', '\\u003c'))}
          />
        )}
        {inlineScripts.map((script) => (
          <script key={script} type="module" {...asItStands(script)} />
        ))}
      </body>
    </html>
  )
}

/** The build's own output, not to be escaped. */
export function asItStands(html: string) {
  return { dangerouslySetInnerHTML: { __html: html } }
}

/** A page with the HTML around it. */
export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`
}
