import { type ReactNode, Suspense, useEffect, useRef } from 'react'

/**
 * A part of the page that needs React. The boot script hydrates the page when a visitor comes near one; behind its own
 * boundary React hydrates the touched part first.
 *
 * @param hydrate - when to start: 'nearby' shortly before the part is in view, 'visible' once it is, 'interaction' when
 *   it is pointed at or focused
 */
export function Island(props: { hydrate: 'nearby' | 'visible' | 'interaction'; children: ReactNode }) {
  return (
    <Suspense>
      <Hydrated {...props} />
    </Suspense>
  )
}

/** Marks itself as 'hydrated'; until then the boot script holds a submit. */
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

/** The HTML of a static part, read once, before React touches the document. */
function htmlOf(name: string): string {
  const html = htmlByName.get(name) ?? document.querySelector(`[data-static="${name}"]`)?.innerHTML ?? ''
  htmlByName.set(name, html)
  return html
}

/**
 * A part of the page that is text and pictures only. The build renders it; in the browser React leaves its HTML alone,
 * so neither its text nor its components are sent as script.
 *
 * Write `<Static name="faq">{import.meta.env.RENDER_STATIC && <Faq />}</Static>`: the bundler then drops what browsers
 * never render. RENDER_STATIC is true in the build and the development server.
 */
export function Static({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.RENDER_STATIC) return <div data-static={name}>{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page’s own HTML, put back where it was.
  return <div data-static={name} dangerouslySetInnerHTML={{ __html: htmlOf(name) }} />
}
