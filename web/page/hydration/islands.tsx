import { type ReactNode, Suspense, useEffect, useRef } from 'react'

/** A part of the page that needs React, behind its own boundary: React hydrates the touched part first. */
export function Island(props: { hydrate: 'nearby' | 'visible' | 'interaction'; children: ReactNode }) {
  return (
    <Suspense>
      <Hydrated {...props} />
    </Suspense>
  )
}

/** Marks itself as 'hydrated'. Until then the boot script holds a submit. */
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
 * Text and pictures only: React keeps the build’s HTML, and neither text nor components ship as script.
 * Write `<Static name="faq">{import.meta.env.RENDER_STATIC && <Faq />}</Static>`: the bundler drops the component.
 */
export function Static({ name, children }: { name: string; children: ReactNode }) {
  if (import.meta.env.RENDER_STATIC) return <div data-static={name}>{children}</div>
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page’s own HTML, put back where it was.
  return <div data-static={name} dangerouslySetInnerHTML={{ __html: htmlOf(name) }} />
}
