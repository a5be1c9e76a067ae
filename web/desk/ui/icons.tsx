import './icons.css'
import type { ReactNode } from 'react'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'

const drawings = {
  call: 'M6.5 3.5c-2 .6-3 2-2.6 4.2C5 13.6 10.4 19 16.3 20.1c2.2.4 3.6-.6 4.2-2.6l-4-2.6-2 1.4c-2.4-1-5.4-4-6.4-6.4l1.4-2z',
  text: 'M4 4.5h16v11.5h-8.5L7 20v-4H4z',
  mail: 'M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5',
  plus: 'M12 5v14M5 12h14',
  left: 'M14.5 6l-6 6 6 6',
  right: 'M9.5 6l6 6-6 6',
  up: 'M6 14.5l6-6 6 6',
  down: 'M6 9.5l6 6 6-6',
  search: 'M10.5 4.5a6 6 0 1 1 0 12 6 6 0 0 1 0-12zM15 15l5 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  note: 'M12 6l7 12.5H5zM9 15h6',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}

function Buttonhole({ className = 'mark', children }: { className?: string; children?: ReactNode }) {
  return (
    <svg
      className={className}
      viewBox="0 0 44 24"
      preserveAspectRatio={children ? 'xMidYMid slice' : undefined}
      aria-hidden="true"
    >
      <path className="purl" d="M3 9.5h38M3 14.5h38" />
      <path className="slit" d="M2.5 12h39" />
      {children}
    </svg>
  )
}

export const OpenMark = () => <Buttonhole />

export const CameMark = () => (
  <Buttonhole className="mark mark-came">
    <g className="button">
      <circle cx="22" cy="12" r="11" />
      <circle className="rim" cx="22" cy="12" r="7.8" />
      <path className="holes" d="M19.5 9.5h0M24.5 9.5h0M19.5 14.5h0M24.5 14.5h0" />
    </g>
  </Buttonhole>
)

export const MissedMark = () => (
  <Buttonhole>
    <path className="pencil" d="M12 3l20 18M32 3L12 21" />
  </Buttonhole>
)

export function Ring() {
  return (
    <svg className="ring" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="10" />
      <path d="M12 6.5v7M12 16.7v.6" />
    </svg>
  )
}

export function DoneMark() {
  return (
    <svg className="done" viewBox="0 0 36 36" aria-hidden="true">
      <g className="button">
        <circle cx="18" cy="18" r="16.5" />
        <circle className="rim" cx="18" cy="18" r="12" />
      </g>
      <path className="holes" d="M12 18.5l4 4 8.5-9" />
    </svg>
  )
}

const letters = { '--letters': business.name.length }

export function DeskLabel({ words = desk.name }: { words?: string }) {
  return (
    <p className="desk-label" style={letters}>
      <b>{business.name}</b>
      <span>{words}</span>
    </p>
  )
}
