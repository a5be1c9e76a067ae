import type { ReactNode } from 'react'
import type { Graph } from 'schema-dts'

/** What the built files are called and hold; the development server passes its own. */
export interface DocumentParts {
  /** All of the page's style, inlined. */
  css: string
  /** Scripts that stand at the end of the body, inlined. */
  inlineScripts: string[]
  /** For search engines: what the page says, as JSON-LD. At the end of the page, where its sentences repeat. */
  structuredData?: Graph
  /** Whether the woven tiles come with the page, where no script brings them afterwards. */
  dressed?: boolean
}

interface DocumentProps extends DocumentParts {
  head: ReactNode
  /** HTML of the page itself. */
  body: string
}

/**
 * The HTML around the page. `%NAME%` are filled in by the server when it starts, and daily for the date.
 */
export function Document({ dressed = false, css, inlineScripts, structuredData, head, body }: DocumentProps) {
  return (
    <html lang="en" className={dressed ? 'dressed' : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        <meta name="theme-color" content="#131a2b" />
        <meta name="anon-key" content="%ANON_KEY%" />
        <meta name="earliest-date" content="%EARLIEST_DATE%" />
        {css && <style {...asItStands(css)} />}
      </head>
      <body>
        <div id="root" {...asItStands(body)} />
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
function asItStands(html: string) {
  return { dangerouslySetInnerHTML: { __html: html } }
}
