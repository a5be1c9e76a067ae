import { type ReactNode, Suspense, useEffect, useRef } from 'react'

/**
 * A part of the page that needs React: a form, changing figures, tooltips. The boot script hydrates the page when a
 * visitor comes near one; behind its own boundary React hydrates the touched part first.
 *
 * @param near - how early hydration starts: 'ahead' some screens before it is seen, 'seen' once it is in view,
 *   'touched' only when it is pointed at or focused.
 */
export function Live({ near, children }: { near: 'ahead' | 'seen' | 'touched'; children: ReactNode }) {
  return (
    <Suspense>
      <Hydrated near={near}>{children}</Hydrated>
    </Suspense>
  )
}

/** The attribute's value turns to 'ready' with hydration; until then the boot script holds back a submit. */
function Hydrated({ near, children }: { near: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    part.current?.setAttribute('data-live', 'ready')
    part.current?.dispatchEvent(new Event('live'))
  }, [])
  return (
    <div data-live={near} ref={part}>
      {children}
    </div>
  )
}
