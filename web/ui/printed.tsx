import type { ReactNode } from 'react'

const printed = new Map<string, string>()

/** The HTML of a printed part, read from the document once, before React could have touched it. */
function printedHtml(name: string): string {
  let html = printed.get(name)
  if (html === undefined) {
    html = document.querySelector(`[data-printed="${name}"]`)?.innerHTML ?? ''
    printed.set(name, html)
  }
  return html
}

/**
 * A part of the page that is words and pictures only. It is rendered when the page is built; in the browser React
 * leaves the HTML as it stands, so that neither its words nor its components are sent again as script.
 *
 * Write `<Printed name="faq">{import.meta.env.PRINTS && <Faq />}</Printed>`: the bundler then drops what the
 * browser never renders. PRINTS is true while the page is built, and with the development server.
 */
export function Printed({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.PRINTS) {
    return <div data-printed={name}>{children}</div>
  }
  return (
    <div
      data-printed={name}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this page's own HTML, put back where it stood.
      dangerouslySetInnerHTML={{ __html: printedHtml(name) }}
    />
  )
}
