import type { ReactNode } from 'react'
import { head } from '../../site/copy/head.ts'
import { renderDocument } from '../document.tsx'
import { UnlistedHead } from '../head/head.tsx'

/** A page that is made for one answer. No script runs in it, and nobody finds it by searching. */
export function renderPage(title: string, children: ReactNode): string {
  return renderDocument({
    head: <UnlistedHead title={head.answerTitle(title.replace(/\.$/, ''))} />,
    css: import.meta.env.OTHER_PAGES_STYLE,
    textured: true,
    children,
  })
}
