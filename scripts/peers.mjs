import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram, giveUp, installPackage, root, run } from './run.mjs'

const environment = join(root, 'node_modules', '.radicale')
const inEnvironment = (/** @type {string} */ program) => join(environment, 'bin', program)

export function findRadicale() {
  return process.env.RADICALE || findProgram(['radicale', '/usr/bin/radicale', inEnvironment('radicale')])
}

function installWithPip() {
  const python = findProgram(['python3', 'python'])
  if (!python) return false
  console.log('Radicale is not installed. Making a Python environment for it.')
  if (run(python, ['-m', 'venv', environment]) !== 0) return false
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  return run(inEnvironment('python'), [...pip, 'radicale>=3.1,<4']) === 0
}

export function ensureRadicale() {
  const named = process.env.RADICALE
  if (named && !existsSync(named)) giveUp(`RADICALE names ${named}, but that file doesn’t exist.`)
  if (findRadicale()) return
  const isInstalled =
    installPackage('radicale', 'the calendar server that the tests talk to') || installWithPip()
  if (isInstalled && findRadicale()) return
  giveUp(
    'The tests need the calendar server Radicale. Install it with your system or with pip, or set RADICALE to its path.',
  )
}

/** Where Linux keeps fonts with the metrics of the page's fallbacks (web/styles/stand-in-fonts.css). */
const fontFolders = [
  'truetype/liberation',
  'truetype/liberation2',
  'truetype/msttcorefonts',
  'liberation',
  'liberation-fonts',
  'TTF',
]

/** The layout-shift tests need a visitor's fallback fonts. Mac and Windows have them. */
export function ensureFonts() {
  if (process.platform !== 'linux') return
  if (fontFolders.some((folder) => existsSync(`/usr/share/fonts/${folder}`))) return
  if (installPackage('fonts-liberation', 'the fonts that the tests measure with')) return
  giveUp('The tests need the Liberation fonts. Install your system’s package (fonts-liberation).')
}

export const findFirefox = () =>
  process.env.FIREFOX ||
  findProgram(['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'])

/** Returns the paths of WebKitGTK's driver and its small browser, which need Xvfb without a screen. */
export function findWebKit() {
  const driver = findProgram(['WebKitWebDriver'])
  const folder = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`
  const miniBrowser = findProgram(['4.1', '4.0'].map((api) => `${folder}/webkit2gtk-${api}/MiniBrowser`))
  return driver && miniBrowser && findProgram(['xvfb-run']) && findProgram(['xauth'])
    ? { driver, miniBrowser }
    : undefined
}

/** Finds or installs Firefox and WebKitGTK, which CI must have. @returns {boolean} whether both are there */
export function ensureFirefoxAndWebKit() {
  const isThere = () => findFirefox() !== undefined && findWebKit() !== undefined
  const packages = 'firefox-esr webkit2gtk-driver xvfb xauth'
  if (isThere()) return true
  if (installPackage(packages, 'the browsers that the tests book in') && isThere()) return true
  if (process.env.CI === 'true') giveUp(`The tests need Firefox and WebKitGTK: ${packages}.`)
  console.log('Not run: the tests in Firefox and WebKitGTK. One of these browsers is not installed.')
  return false
}
