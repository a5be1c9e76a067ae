import type { CSSProperties } from 'react'

const colors = {
  paper: '#e7e3d8',
  chalk: '#f8f6f0',
  ink: '#151b2b',
  ink2: '#465066',
  line: '#737c8e',
  navy: '#131a2b',
  navy2: '#0d1320',
  onNavy: '#f4f1e8',
  onNavy2: '#b9c0cf',
  brass: '#dba93c',
  sheetAtNight: '#1b2438',
} as const

const display = "Besley, Rockwell, 'Roboto Slab', Georgia, serif"
const text = "'Libre Franklin', 'Franklin Gothic Medium', Arial, sans-serif"

/** Pixels. */
export const columnWidth = 560

const size = (font: number, line: number) => ({ fontSize: `${font}px`, lineHeight: `${line}px` })

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
    backgroundColor: colors.navy,
    borderLeft: `2px dashed ${colors.brass}`,
    borderRight: `2px dashed ${colors.brass}`,
    outline: `6px solid ${colors.navy}`,
    margin: '0 auto 34px 14px',
  },
  labelWords: { padding: '20px 20px 12px' },
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
    backgroundColor: colors.ink,
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
