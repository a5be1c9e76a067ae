import { business } from '#shop/business.ts'

/** Drawings that repeat on the page with `<use href="#name">`. */
export function Symbols() {
  return (
    <svg className="symbols" width="0" height="0" aria-hidden="true">
      <symbol id="horn-button" viewBox="0 0 22 22">
        <circle cx="11" cy="11" r="10" className="horn" />
        <circle cx="11" cy="11" r="7.2" className="horn-rim" strokeWidth="1.2" />
        <path
          d="M8.8 8.8h0M13.2 8.8h0M8.8 13.2h0M13.2 13.2h0"
          className="horn-thread"
          strokeWidth="2.7"
          strokeLinecap="round"
        />
      </symbol>
      <symbol id="buttonhole" viewBox="0 0 52 28">
        <path
          d="M7 11.2H46.5M7 16.8H46.5"
          className="buttonhole"
          strokeWidth="3.6"
          strokeDasharray="1.2 .8"
        />
        <path d="M6 14H46" className="buttonhole-slit" strokeWidth="2.4" />
        <path d="M5 9v10" className="buttonhole" strokeWidth="2.4" />
      </symbol>
    </svg>
  )
}
const drawings = {
  tape: 'M4 15h36v13H4zM10 15v5M16 15v8M22 15v5M28 15v8M34 15v5',
  pattern: 'M9 40V10l10-6 4 9c1 6 5 9 11 9v18zM21 24v12M18.6 26.4 21 24l2.4 2.4',
  cloth: 'M8 34 14 8l14 3-6 26zM22.6 36.8 36 34l-7.4-23M11.4 20l14 3.2',
  hanger: 'M22 9a3 3 0 1 1 3 3c-2 0-3 1-3 3v2L5 28c-2 2-1 5 2 5h30c3 0 4-3 2-5L22 17',
  needle: 'M36 8 14 30M36 8c2 2 0 5-2 6L16 32M14 30c-6 5-9 2-8 6s8 3 13 1 12-4 17 1M34.2 9.9h.1',
}

export function TradeIcon({ name }: { name: keyof typeof drawings }) {
  return (
    <svg className="trade-icon" viewBox="0 0 44 44" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  )
}
/** Drops everything that SVG doesn’t need: spaces next to commands and minus signs, zeros before decimal points. */
function shortened(outline: string): string {
  return outline
    .replace(/ ?([A-Z]) ?/g, '$1')
    .replaceAll(' -', '-')
    .replace(/(?<![\d.])0\./g, '.')
}

/** One outline of a garment, in centimeters. */
export function OutlinePath({
  outline,
  ...rest
}: {
  outline: string
  className: string
  pathLength?: string
}) {
  return <path {...rest} d={shortened(outline)} />
}

export function WovenLabel() {
  return (
    <a className="woven-label" href="/">
      <b>{business.name}</b>
      <span>{business.trade}</span>
    </a>
  )
}
/** More than the longest page has. The rest is cut off. */
const inches = Array.from({ length: 130 }, (_, inch) => inch)

export function EdgeTape() {
  return (
    <div className="edge-tape" aria-hidden="true">
      {inches.map((inch) => (
        <i key={inch} />
      ))}
    </div>
  )
}
