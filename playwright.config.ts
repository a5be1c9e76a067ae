import { defineConfig } from '@playwright/test'
import { installed, installedShell, launchOptions, quietFlags } from './scripts/chromium.mjs'

const chromium = process.env.CHROMIUM || installed()
/** If CHROMIUM names another browser, that one runs all tests. */
const shell = chromium === installed() ? installedShell() : undefined

/** These depend on exact text widths, windows, notifications, or autofill. */
const needsFullBrowser =
  /(appearance|booking|desk-device|desk-layout|layout-shift|mail|(other|own)-shop|page|soonest|visual)\.spec\.ts$/

const launch = {
  args: [
    ...quietFlags,
    // A slow machine may start a smooth scroll between a button's press and its release, which then isn't a click.
    '--disable-smooth-scrolling',
    // Other hosts are nowhere, whether there is a network or not.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1',
  ],
  // Playwright lets every new tab open; visitors' browsers do not.
  ignoreDefaultArgs: ['--disable-popup-blocking'],
}
const full = { launchOptions: { ...launchOptions(chromium), ...launch } }

/** The built page in an installed Chromium, each test with a server of its own (tests/e2e/support). */
export default defineConfig({
  testDir: 'tests/e2e',
  // Node runs our TypeScript itself; Playwright's compiler would take seconds for the server and its views in each worker.
  build: { external: ['**'] },
  snapshotPathTemplate: 'tests/screenshots/{arg}{ext}',
  // Watchdogs for what hangs, and no measures of speed: what is waited for comes at last on a slow machine, too.
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    // A small number between two versions of a renderer moves a few pixels of every letter, too.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01 },
  },
  fullyParallel: true,
  // Three for each of the two cores of a usual machine, because tests also wait.
  workers: 6,
  forbidOnly: true,
  use: {
    locale: 'en-US',
    // Tests use `inMotion` where motion can change what happens.
    contextOptions: { reducedMotion: 'reduce' },
    // What goes through one is not seen by the tests that stand in its way; the one about it allows it.
    serviceWorkers: 'block',
  },
  projects: [
    { name: 'full browser', testMatch: needsFullBrowser, use: full },
    {
      name: 'headless shell',
      testIgnore: needsFullBrowser,
      use: shell ? { launchOptions: { executablePath: shell, ...launch } } : full,
    },
  ],
})
