import { existsSync } from 'node:fs'
import { giveUp } from './run.mjs'
import { installPackage } from './system-package.mjs'

/** Where Linux keeps faces of the metrics that the page's fallbacks are stretched to (web/styles/stand-in-fonts.css). */
const places = [
  'truetype/liberation',
  'truetype/liberation2',
  'truetype/msttcorefonts',
  'liberation',
  'liberation-fonts',
  'TTF',
]

/**
 * The tests look whether anything moves when the page's own fonts arrive, which needs one of the faces that visitors
 * have until then. Every Mac and Windows has one; Linux, unless it is there, gets the distribution's package.
 */
export function ensureFonts() {
  if (process.platform !== 'linux' || places.some((place) => existsSync(`/usr/share/fonts/${place}`))) return
  if (installPackage('fonts-liberation')) return
  giveUp('The tests need the Liberation fonts: install them with your system (fonts-liberation).')
}
