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
