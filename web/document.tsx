import type { ReactNode } from 'react'

/** What the built files are called and hold; the development server passes its own. */
export interface DocumentParts {
  /** All of the page's style, inlined. */
  css: string
  /** Scripts that stand at the end of the body, inlined. */
  inlineScripts: string[]
}

interface DocumentProps extends DocumentParts {
  head: ReactNode
  /** HTML of the page itself. */
  body: string
}

/**
 * The HTML around the page. `%NAME%` are filled in by the server when it starts, and daily for the date.
 */
export function Document({ css, inlineScripts, head, body }: DocumentProps) {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head}
        <meta name="theme-color" content="#131a2b" />
        <meta name="anon-key" content="%ANON_KEY%" />
        <meta name="earliest-date" content="%EARLIEST_DATE%" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {css && <style {...asItStands(css)} />}
      </head>
      <body>
        <div id="root" {...asItStands(body)} />
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
