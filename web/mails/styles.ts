import type { CSSProperties } from 'react'
import { look } from '#shop/look.ts'
import { deriveColors, mix, resolveLook } from '../look/palettes.ts'

const palette = deriveColors(resolveLook(look.colors))

const colors = {
  paper: palette.paper,
  chalk: palette.chalk,
  ink: palette.ink,
  ink2: palette['ink-2'],
  line: palette.line,
  navy: palette.navy,
  navy2: palette['navy-2'],
  onNavy: palette['on-navy'],
  onNavy2: palette['on-navy-2'],
  brass: palette.brass,
  sheetAtNight: mix(palette.navy, 0.96, '#ffffff'),
} as const

const display = "Besley, Rockwell, 'Roboto Slab', Georgia, serif"
const text = "'Libre Franklin', 'Franklin Gothic Medium', Arial, sans-serif"

/** Pixels. */
export const columnWidth = 560

const size = (font: number, line: number) => ({ fontSize: `${font}px`, lineHeight: `${line}px` })

const onCloth = look.logoOn === 'cloth'
const [woven, thread] = onCloth ? [colors.navy, colors.brass] : [colors.chalk, palette['brass-2']]

const wovenLabel = {
  backgroundColor: woven,
  borderLeft: `2px dashed ${thread}`,
  borderRight: `2px dashed ${thread}`,
  outline: `6px solid ${woven}`,
} as const

export const styles = {
  body: { backgroundColor: colors.paper, margin: 0, padding: 0 },
  /** For inboxes. Hidden in the email. */
  preview: {
    display: 'none',
    ...{ msoHide: 'all' },
    overflow: 'hidden',
    lineHeight: '1px',
    opacity: 0,
    maxHeight: 0,
    maxWidth: 0,
  },
  ground: { backgroundColor: colors.paper, margin: 0, padding: '0 12px 32px', fontFamily: text },
  column: { maxWidth: `${columnWidth}px`, margin: '0 auto' },
  label: {
    width: 'auto',
    ...wovenLabel,
    margin: '0 auto 34px 14px',
  },
  labelWords: { padding: '20px 20px 12px' },
  /** The logo. Its alt text looks like the name that it replaces. */
  labelLogo: {
    display: 'block',
    width: '176px',
    height: '44px',
    objectFit: 'contain',
    fontFamily: display,
    ...size(23, 24),
    color: look.logoOn === 'cloth' ? colors.onNavy : colors.ink,
  },
  labelName: {
    margin: 0,
    fontFamily: display,
    ...size(23, 24),
    fontWeight: 500,
    textAlign: 'center',
    color: colors.onNavy,
  },
  labelTrade: {
    margin: '7px 0 0',
    ...size(11, 12),
    fontWeight: 600,
    letterSpacing: '.14em',
    textTransform: 'uppercase',
    textAlign: 'center',
    color: colors.onNavy2,
  },
  sheet: { backgroundColor: colors.chalk, padding: '28px 24px 30px', color: colors.ink },
  title: {
    margin: '0 0 14px',
    fontFamily: display,
    ...size(28, 32),
    fontWeight: 500,
    letterSpacing: '-.02em',
    color: colors.ink,
  },
  subtitle: {
    margin: '28px 0 8px',
    fontFamily: display,
    ...size(19, 24),
    fontWeight: 600,
    color: colors.ink,
  },
  words: { margin: '0 0 10px', ...size(16, 25), color: colors.ink, overflowWrap: 'anywhere' },
  small: { margin: '14px 0 0', ...size(14, 21), color: colors.ink2 },
  ticketRoom: { margin: '20px 0' },
  ticket: { borderLeft: `8px solid ${colors.brass}`, padding: '2px 0 2px 16px' },
  when: { margin: '0 0 6px', fontFamily: display, ...size(20, 27), fontWeight: 600, color: colors.ink },
  link: { color: colors.ink, textDecoration: 'underline' },
  button: {
    display: 'block',
    margin: '22px 0 14px',
    padding: '15px 20px',
    borderRadius: '2px',
    backgroundColor: colors.navy,
    color: colors.chalk,
    ...size(17, 22),
    fontWeight: 600,
    textAlign: 'center',
    textDecoration: 'none',
  },
  buttonWords: { maxWidth: '100%', display: 'inline-block', lineHeight: '120%' },
  footer: { margin: '20px 14px 0', ...size(13, 20), color: colors.ink2 },
} satisfies Record<string, CSSProperties>

/** For email apps that report dark mode. Others keep the light colors or invert them. */
export const darkStyles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground, .ground > table > tbody > tr > td { background-color: ${colors.navy2} !important; }
  .sheet { background-color: ${colors.sheetAtNight} !important; }
  .title, .subtitle, .words, .when, .link { color: ${colors.onNavy} !important; }
  .small, .footer { color: ${colors.onNavy2} !important; }
  .button { background-color: ${colors.brass} !important; color: ${colors.navy2} !important; }
}`
