import { business, fullName } from '#shop/business.ts'
import { look } from '#shop/look.ts'
import { logo } from './logo.ts'

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

/** Parts of one thread along the line y = 150 of a box 248 wide: it rolls up, rises, folds, hangs, and is sewn. */
const stations = {
  tape: {
    thread:
      'M-400 150H124a50 50 0 1 0-50-50a42 42 0 1 0 84 0a34 34 0 1 0-68 0a26 26 0 1 0 52 0a18 18 0 1 0-36 0M124 150H250',
    detail:
      'M14 150v-7M26 150v-7M38 150v-12M50 150v-7M62 150v-7M74 150v-12M124 50v9M159 65l-6 6M174 100h-9M159 135l-6-6M89 65l6 6',
  },
  pattern: {
    thread: 'M-2 150H78V66C92 66 104 56 106 34L146 48C134 78 144 92 168 98C158 118 158 136 164 150H250',
    detail:
      'M88 142V74C102 72 112 62 114 46L136 54C128 84 138 98 158 104C152 120 150 132 153 142M120 84v42M115 90l5-6 5 6M115 120l5 6 5-6',
  },
  cloth: {
    thread:
      'M-2 150H176a11 11 0 0 0 0-22H76a11 11 0 0 1 0-22H176a11 11 0 0 0 0-22H76a11 11 0 0 1 0-22H188C206 62 198 96 208 118S232 150 250 150',
    detail:
      'M92 128h9M110 128h9M128 128h9M146 128h9M92 84h9M110 84h9M128 84h9M146 84h9M64 62l-7 4 7 4-7 4 7 4',
  },
  hanger: {
    thread:
      'M-2 150H40C28 150 26 138 36 132L118 86C123 83 125 78 124 72C132 70 138 63 138 55A14 14 0 1 0 110 55M124 84L212 132C222 138 220 150 208 150H40M208 150H250',
    detail: 'M64 138H184',
  },
  needle: {
    thread: 'M-2 150H48C96 150 118 124 98 106S62 118 78 136S150 140 172 92L188 54',
    detail: 'M104 152C126 116 164 62 204 18C209 13 215 17 212 24C190 76 146 130 104 152ZM190 50L203 34',
  },
}

export function Station({ name }: { name: keyof typeof stations }) {
  const { thread, detail } = stations[name]
  return (
    <svg className="station" viewBox="0 0 248 160" aria-hidden="true">
      <path d={thread} />
      <path className="station-detail" d={detail} />
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
  if (logo)
    return (
      <a className={look.logoOn === 'sheet' ? 'woven-label on-sheet' : 'woven-label'} href="/">
        <img src={logo} alt={fullName} width="176" height="44" />
      </a>
    )
  return (
    <a className="woven-label" href="/" translate="no">
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
