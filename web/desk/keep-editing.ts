import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { desk } from '#copy/desk.ts'
import { createStore } from '../ui/store.ts'
import { hasSession } from './session.ts'
import { showNotice } from './ui/notices.tsx'

const wanted = createStore<{ route: string; typed: unknown } | null>(null)

/**
 * A form with unsaved text closes immediately when the owner leaves it, and the notice restores it.
 * @param bringBack - fills in the form with the typed text
 */
export function useKeepEditing<Typed>(
  typed: Typed,
  isUnsaved: boolean,
  bringBack: (typed: Typed) => void,
): void {
  const { pathname, search } = useLocation()
  const route = pathname + search
  const back = wanted.use()
  useLayoutEffect(() => {
    if (back?.route !== route) return
    wanted.set(null)
    bringBack(back.typed as Typed)
  }, [back, route, bringBack])
  const last = useRef({ route, typed, isUnsaved })
  useLayoutEffect(() => {
    last.current = { route, typed, isUnsaved }
  })
  useEffect(
    () => () => {
      const { route, typed, isUnsaved } = last.current
      // At the end of a session, an open form stays for the next one.
      if (!isUnsaved || !hasSession()) return
      const keepEditing = () => {
        wanted.set({ route, typed })
        location.hash = route
      }
      showNotice({ title: desk.unsaved.title, isError: true, keepEditing })
    },
    [],
  )
}
