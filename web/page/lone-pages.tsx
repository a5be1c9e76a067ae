import type { ReactNode } from 'react'
import { notFoundPage } from '#copy/pages.ts'
import { WovenLabel } from '../ui/drawings.tsx'

export function LonePage({ children }: { children: ReactNode }) {
  return (
    <main className="lone-page">
      <WovenLabel />
      {children}
    </main>
  )
}

const four = 'M150 20 30 220v42h138v50h58v-50h44v-52h-44V20zM168 108v102h-66z'
const allowance = 'M143 6 16 216v60h138v50h86v-50h44v-80h-44V6z'
const grain = 'M198 60v120M193 68l5-8 5 8M193 172l5 8 5-8'

/** The code as three pattern pieces. The cutter crossed out the middle one. */
function PatternOfTheCode() {
  return (
    <svg className="code" viewBox="0 0 880 336" aria-hidden="true">
      <g>
        <path className="cut" d={four} />
        <path className="allowance" d={allowance} />
        <path d={grain} />
      </g>
      <g transform="translate(584)">
        <path className="cut" d={four} />
        <path className="allowance" d={allowance} />
        <path d={grain} />
      </g>
      <ellipse className="cut" cx="440" cy="166" rx="118" ry="150" />
      <ellipse className="cut" cx="440" cy="166" rx="57" ry="95" />
      <ellipse className="allowance" cx="440" cy="166" rx="132" ry="164" />
      <path className="struck" d="M330 290C400 210 480 120 566 40" />
    </svg>
  )
}

/** The answer to an unknown path. Its only script logs that path. */
export function NotFoundPage() {
  return (
    <LonePage>
      <h1 className="hidden-text">{notFoundPage.code}</h1>
      <PatternOfTheCode />
      <p className="lone-title">{notFoundPage.title}</p>
      <p>{notFoundPage.text}</p>
      <a className="stitched" href="/">
        {notFoundPage.action}
      </a>
    </LonePage>
  )
}
