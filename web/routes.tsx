import type { RouteObject } from 'react-router'
import { LandingPage } from './landing-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { RouterErrorPage } from './router-error-page.tsx'

/** The screens of the page (specification, point 2). */
export const routes: RouteObject[] = [
  {
    errorElement: <RouterErrorPage />,
    children: [
      { path: '/', element: <LandingPage /> },
      // Printed only: the server answers an unknown path with this page, and no script brings it to life.
      { path: '*', element: import.meta.env.PRINTS && <NotFoundPage /> },
    ],
  },
]
