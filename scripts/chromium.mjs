import { existsSync } from 'node:fs'
import { findProgram, giveUp, installPackage, runNode } from './run.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The list of the address bar loads pages. This flag replaces Playwright's own, whose list the first twelve repeat. */
const withoutFeatures = [
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
]

export const quietFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${withoutFeatures.join()}`,
]

export const installed = () => findProgram(names)

/** Chromium without windows. It uses an eighth less CPU time, but renders some text wider. */
const shell = 'chromium-headless-shell'
export const installedShell = () => findProgram([shell])

/**
 * Finds or installs the tests' browser.
 * @returns its path, or undefined if Playwright finds its own
 */
export function ensureChromium() {
  const named = process.env.CHROMIUM
  if (named)
    return existsSync(named) ? named : giveUp(`CHROMIUM names ${named}, but that file doesn’t exist.`)
  if (!installed()) installPackage('chromium', 'the browser of the tests')
  if (!installedShell()) installPackage(shell, 'the faster browser of most tests')
  const path = installed()
  if (path) return path
  console.log('Chromium or Chrome is not installed. Asking Playwright for its own.')
  if (runNode(['node_modules/playwright/cli.js', 'install', '--no-shell', 'chromium']) === 0) return undefined
  return giveUp('The tests need a browser. Install Chromium or Chrome, or set CHROMIUM to its path.')
}

/** Without a path, Playwright's full Chromium: its headless shell never blocks popups. @param {string | undefined} path */
export const launchOptions = (path) => (path ? { executablePath: path } : { channel: 'chromium' })
