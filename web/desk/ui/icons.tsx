import './icons.css'
import type { ReactNode } from 'react'
import { desk } from '#copy/desk.ts'
import { business } from '#shop/business.ts'
import { look } from '#shop/look.ts'
import { logo } from '../../ui/logo.ts'

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

/** Marks the lasting note: the arrow on a paper pattern. */
export function GrainArrow() {
  return (
    <svg className="icon grain" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 4v16M8.5 8L12 4l3.5 4M8.5 16l3.5 4 3.5-4" />
    </svg>
  )
}

/** Typed on this device and not stored yet: the needle still hangs on its thread. */
export function Needle() {
  return (
    <svg className="icon needle" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M16.5 7.5L6 18" />
      <path d="M16.3 7.7c-.5-1.6 1.3-3.9 2.7-4.3 1.3-.4 2 .3 1.6 1.6-.4 1.4-2.7 3.2-4.3 2.7z" />
      <path
        className="needle-thread"
        d="M18.6 5.4C14 1.5 7 2.8 6.6 7.6c-.2 2.6 1.2 4.4-.4 6.6-1.1 1.5-2.9 1.5-3.7 3.6-.5 1.4 0 2.9 1 3.7"
      />
    </svg>
  )
}

/** On a label: the client got a message. A ticket has its own eyelet, with a string through it. */
export function Tag() {
  return (
    <svg className="icon tag" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M11 4.5h9.5v9.5L12 22.2 2.8 13z" />
      <circle cx="16.7" cy="8.3" r="1.7" />
      <path d="M17.5 7.2C19 4.5 20.5 2.5 22.6 1.8" />
    </svg>
  )
}

/** The client confirmed: two stitches. */
export function Tack() {
  return (
    <svg className="tack" viewBox="0 0 20 18" aria-hidden="true">
      <path d="M3 9.5l4.2 4.8M9.2 14L17 3.5" />
    </svg>
  )
}

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
    <p className={logo && look.logoOn === 'sheet' ? 'desk-label on-sheet' : 'desk-label'} style={letters}>
      {logo ? <img src={logo} alt={business.name} width="132" height="30" /> : <b>{business.name}</b>}
      <span>{words}</span>
    </p>
  )
}
