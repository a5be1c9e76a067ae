import type { ReactNode } from 'react'

const htmlByName = new Map<string, string>()

/** The HTML of a static part, read from the document once, before React could have touched it. */
function htmlOf(name: string): string {
  const html = htmlByName.get(name) ?? document.querySelector(`[data-static="${name}"]`)?.innerHTML ?? ''
  htmlByName.set(name, html)
  return html
}

/**
 * A part of the page that is words and pictures only. It is rendered when the page is built; in the browser React
 * leaves the HTML as it stands, so that neither its words nor its components are sent again as script.
 *
 * Write `<Static name="faq">{import.meta.env.RENDER_STATIC && <Faq />}</Static>`: the bundler then drops what the
 * browser never renders. RENDER_STATIC is true while the page is built, and with the development server.
 */
export function Static({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.RENDER_STATIC) return <div data-static={name}>{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is this page's own HTML, put back where it stood.
  return <div data-static={name} dangerouslySetInnerHTML={{ __html: htmlOf(name) }} />
}
