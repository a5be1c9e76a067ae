import { type ReactNode, Suspense, useEffect, useRef } from 'react'

/**
 * A part of the page that needs React: a form, changing figures, tooltips. The boot script hydrates the page when a
 * visitor comes near one; behind its own boundary React hydrates the touched part first.
 *
 * @param hydrate - when hydration starts: 'nearby' some screens before the part is seen, 'visible' once it is in view,
 *   'interaction' only when it is pointed at or focused.
 */
export function Island(props: { hydrate: 'nearby' | 'visible' | 'interaction'; children: ReactNode }) {
  return (
    <Suspense>
      <Hydrated {...props} />
    </Suspense>
  )
}

/** The attribute's value turns to 'hydrated'; until then the boot script holds back a submit. */
function Hydrated({ hydrate, children }: { hydrate: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    part.current?.setAttribute('data-island', 'hydrated')
    part.current?.dispatchEvent(new Event('hydrated'))
  }, [])
  return (
    <div data-island={hydrate} ref={part}>
      {children}
    </div>
  )
}

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
