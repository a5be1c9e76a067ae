import { startTransition } from 'react'
import { resumeSession } from '../backend/session.ts'
import { LandingPage } from '../landing-page.tsx'
import adoptedCss from '../styles/adopted.css?inline'
import { hydrateRoot } from './react.ts'

/** The styles of what only a hydrated page shows: in force before any of it can be rendered. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(adoptedCss)
  document.adoptedStyleSheets.push(sheet)
}

/** Hydrates the prerendered page. Inside a transition React yields to the visitor every few milliseconds. */
export function hydratePage(root: Element): void {
  adoptStyles()
  startTransition(() => {
    hydrateRoot(root, <LandingPage />)
  })
  void resumeSession()
}
