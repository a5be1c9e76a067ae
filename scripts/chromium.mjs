import { existsSync } from 'node:fs'
import { giveUp, runNode, whichOf } from './run.mjs'
import { installPackage } from './system-package.mjs'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * What Chromium does for the one who looks at its window, and nobody does here: the list under its address bar is two
 * pages of its own, loaded with each new window. The first half stands for Playwright's own list, which only one can be.
 */
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

/** How Chromium is started: as root, too, and with nothing of its own beside the page that it shows. */
export const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  `--disable-features=${withoutFeatures.join()}`,
]

/** The path of a browser that this machine has, or undefined. */
export const installed = () => whichOf(names)

/**
 * The browser for the tests: one that is installed, else the distribution's package, else Playwright's own.
 * @returns the path of its program, or undefined where Playwright finds its own
 */
export function ensureChromium() {
  const named = process.env.CHROMIUM
  if (named) return existsSync(named) ? named : giveUp(`CHROMIUM names ${named}, and there is no such file.`)
  const path = installed()
  if (path) return path
  if (installPackage('chromium')) return installed()
  console.log('No Chromium or Chrome is installed; asking Playwright for its own.')
  if (runNode(['node_modules/playwright/cli.js', 'install', '--no-shell', 'chromium']) === 0) return undefined
  return giveUp('The tests need a browser: install Chromium or Chrome, or name one in the variable CHROMIUM.')
}

/**
 * Which browser Playwright launches: the one with that path, else its own, the whole of it, because its headless shell
 * lets every tab open.
 * @param {string | undefined} path
 */
export const toLaunch = (path) => (path ? { executablePath: path } : { channel: 'chromium' })
