/** The eight colors that a shop sets, and all other colors of page, email, and desk, which derive from them. */

import type { OwnColors, PaletteName } from '#shop/types.ts'

export const palettes = {
  'navy-and-brass': {
    ground: '#e7e3d8',
    sheet: '#f8f6f0',
    ink: '#151b2b',
    secondInk: '#465066',
    cloth: '#131a2b',
    metal: '#dba93c',
    thread: '#6f4c0c',
    red: '#a2341c',
  },
  'oxblood-and-bone': {
    ground: '#efe9df',
    sheet: '#fdfaf4',
    ink: '#2a1416',
    secondInk: '#6a4a48',
    cloth: '#5a1420',
    metal: '#dcc59b',
    thread: '#7d4a22',
    red: '#b93a06',
  },
  'forest-and-copper': {
    ground: '#dcdecd',
    sheet: '#f3f4ea',
    ink: '#14231b',
    secondInk: '#41523f',
    cloth: '#153226',
    metal: '#d08657',
    thread: '#7c3a12',
    red: '#9c1c2e',
  },
  'charcoal-and-silver': {
    ground: '#eceef0',
    sheet: '#ffffff',
    ink: '#17191c',
    secondInk: '#545b63',
    cloth: '#2b2e33',
    metal: '#c2cad1',
    thread: '#4d5a66',
    red: '#c1121f',
  },
} as const satisfies Record<PaletteName, OwnColors>

type Rgb = readonly [number, number, number]

const channels = (hex: string): Rgb => [
  Number.parseInt(hex.slice(1, 3), 16),
  Number.parseInt(hex.slice(3, 5), 16),
  Number.parseInt(hex.slice(5, 7), 16),
]

/** `share` of `a`, from 0 to 1, mixed with `b`. */
export function mix(a: string, share: number, b: string): string {
  const other = channels(b)
  const mixed = channels(a).map((value, index) =>
    Math.round(value * share + (other[index] ?? 0) * (1 - share)),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((first, second) => first - second)
  return (lighter + 0.05) / (darker + 0.05)
}

const white = '#ffffff'
const black = '#000000'

/** Drawn by eye for the demo, close to the formulas' results. */
const drawn = {
  line: '#737c8e',
  placeholder: '#666e80',
  disabled: '#5a6272',
  draft: '#22304f',
  dot: '#a8a291',
  'navy-2': '#0d1320',
  veil: '#0d1320b0',
  'cloth-edge': '#0e1421',
  'on-navy': '#f4f1e8',
  'on-navy-2': '#b9c0cf',
  horn: '#3a2a1d',
  'horn-2': '#8a6c4e',
  'brass-light': '#f0cf82',
  'brass-dark': '#a87c25',
  'tape-ink': '#15161a',
  calico: '#cfc7b3',
  sewn: '#efece3',
  rule: '#c6bfae',
}

/** The named palette, or the shop’s own colors. */
export const resolveLook = (colors: PaletteName | OwnColors): OwnColors =>
  typeof colors === 'string' ? palettes[colors] : colors

/** A drawing in the demo’s colors, converted to those of the look. */
export function recolor(drawing: string, look: OwnColors): string {
  const roles = Object.entries(palettes['navy-and-brass'])
  return drawing.replace(/#[0-9a-f]{6}\b/gi, (color) => {
    const [role] = roles.find(([, drawn]) => drawn === color.toLowerCase()) ?? []
    return role ? look[role as keyof OwnColors] : color
  })
}

export const deriveColors = (look: OwnColors) =>
  look === palettes['navy-and-brass'] ? { ...derived(look), ...drawn } : derived(look)

/** Named as in web/styles/tokens.css and web/desk/styles/base.css. */
function derived({ ground, sheet, ink, secondInk, cloth, metal, thread, red }: OwnColors) {
  const deepCloth = mix(cloth, 0.74, black)
  const onCloth = mix(sheet, 0.96, cloth)
  return {
    paper: ground,
    chalk: sheet,
    white,
    ink,
    'ink-2': secondInk,
    line: mix(secondInk, 0.76, white),
    placeholder: mix(secondInk, 0.83, white),
    disabled: mix(secondInk, 0.9, white),
    draft: mix(cloth, 0.93, white),
    dot: mix(ground, 0.6, mix(thread, 0.4, secondInk)),
    navy: cloth,
    'navy-2': deepCloth,
    veil: `${deepCloth}b0`,
    'cloth-edge': mix(cloth, 0.31, deepCloth),
    'on-navy': onCloth,
    'on-navy-2': mix(onCloth, 0.72, cloth),
    'rule-on-navy': '#ffffff47',
    horn: mix(ink, 0.6, thread),
    'horn-2': mix(thread, 0.7, ground),
    brass: metal,
    'brass-light': mix(metal, 0.6, white),
    'brass-dark': mix(metal, 0.6, thread),
    'tape-ink': mix(ink, 0.7, black),
    'brass-2': thread,
    red,
    calico: mix(ground, 0.82, thread),
    sewn: mix(ground, 0.5, sheet),
    rule: mix(ground, 0.78, thread),
  }
}

export type Colors = ReturnType<typeof deriveColors>
type ColorName = keyof Colors

/** Which text is on which background, with the minimum contrast of WCAG 2.2 AA. */
export const textPairs: readonly (readonly [ColorName, ColorName, number])[] = [
  ['ink', 'paper', 4.5],
  ['ink', 'chalk', 4.5],
  ['ink', 'white', 4.5],
  ['ink', 'on-navy', 4.5],
  ['ink', 'calico', 4.5],
  ['ink', 'sewn', 4.5],
  ['ink', 'brass', 4.5],
  ['ink-2', 'paper', 4.5],
  ['ink-2', 'chalk', 4.5],
  ['ink-2', 'calico', 4.5],
  ['ink-2', 'sewn', 4.5],
  ['placeholder', 'white', 4.5],
  ['chalk', 'navy', 4.5],
  ['chalk', 'ink', 4.5],
  ['chalk', 'disabled', 4.5],
  ['on-navy', 'navy', 4.5],
  ['on-navy', 'navy-2', 4.5],
  ['on-navy-2', 'navy', 4.5],
  ['on-navy-2', 'navy-2', 4.5],
  ['brass', 'navy', 4.5],
  ['brass', 'navy-2', 4.5],
  ['tape-ink', 'brass', 4.5],
  ['brass-2', 'paper', 4.5],
  ['brass-2', 'chalk', 4.5],
  ['brass-2', 'sewn', 4.5],
  ['draft', 'paper', 4.5],
  ['red', 'paper', 4.5],
  ['red', 'chalk', 4.5],
  ['red', 'white', 4.5],
  ['red', 'sewn', 4.5],
  ['line', 'white', 3],
  ['line', 'chalk', 3],
  ['draft', 'chalk', 3],
]

/** The role that a color derives from. White derives from none. */
const roles = {
  paper: 'ground',
  calico: 'ground',
  sewn: 'ground',
  chalk: 'sheet',
  'on-navy': 'sheet',
  'on-navy-2': 'sheet',
  ink: 'ink',
  'tape-ink': 'ink',
  'ink-2': 'secondInk',
  line: 'secondInk',
  placeholder: 'secondInk',
  disabled: 'secondInk',
  navy: 'cloth',
  'navy-2': 'cloth',
  draft: 'cloth',
  brass: 'metal',
  'brass-2': 'thread',
  red: 'red',
} as const satisfies Partial<Record<ColorName, keyof OwnColors>>

export interface UnreadableColor {
  /** Undefined for white. */
  role: keyof OwnColors | undefined
  hex: string
  /** A color that derives from the role can be lighter or darker. */
  shade: 'same' | 'lighter' | 'darker'
}

/** The pairs that people couldn’t read, in the owner’s terms. */
export function findUnreadable(look: OwnColors) {
  const colors = deriveColors(look)
  const color = (name: ColorName): UnreadableColor => {
    const hex = colors[name].slice(0, 7)
    const role = name in roles ? roles[name as keyof typeof roles] : undefined
    const set = role ? look[role] : hex
    const shade = hex === set ? 'same' : luminance(hex) > luminance(set) ? 'lighter' : 'darker'
    return { role, hex, shade }
  }
  return textPairs.flatMap(([text, background, least]) => {
    const ratio = contrast(colors[text].slice(0, 7), colors[background])
    return ratio >= least ? [] : [{ text: color(text), background: color(background), ratio, least }]
  })
}

export function tokens(look: OwnColors): string {
  const values = Object.entries(deriveColors(look)).map(([name, value]) =>
    ['calico', 'sewn', 'rule'].includes(name) ? `--${name}:${value}` : `--color-${name}:${value}`,
  )
  const dyeMode = look === palettes['navy-and-brass'] ? 'normal' : 'luminosity'
  return [...values, `--dye-mode:${dyeMode}`].join(';')
}
