import { startTransition } from 'react'
import { resumeSession } from '../backend/session.ts'
import { routes } from '../routes.tsx'
import { hydrateRoot } from './react.ts'
import { createBrowserRouter, RouterProvider } from './router.ts'

/** Brings the prerendered page to life. Inside a transition React yields to the visitor every few milliseconds. */
export function hydratePage(root: Element): void {
  const router = createBrowserRouter(routes)
  startTransition(() => {
    hydrateRoot(root, <RouterProvider router={router} />)
  })
  void resumeSession()
}
