import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const debians = '/usr/bin/chromium'
const chromium = process.env.CHROMIUM || (existsSync(debians) ? debians : undefined)

/** The built page in an installed Chromium, each test with a server of its own (tests/e2e/support). */
export default defineConfig({
  testDir: 'tests/e2e',
  snapshotPathTemplate: 'tests/screenshots/{arg}{ext}',
  // Watchdogs for what hangs, and no measures of speed: what is waited for comes at last on a slow machine, too.
  timeout: 300_000,
  expect: {
    timeout: 60_000,
    // Another Chromium or another font renderer moves a few pixels of every letter.
    toHaveScreenshot: { maxDiffPixelRatio: 0.01 },
  },
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  use: {
    locale: 'en-US',
    // What goes through one is not seen by the tests that stand in its way; the one about it allows it.
    serviceWorkers: 'block',
    launchOptions: {
      // Without either, Playwright takes its own.
      ...(chromium ? { executablePath: chromium } : {}),
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
      // Playwright lets every new tab open; visitors' browsers do not.
      ignoreDefaultArgs: ['--disable-popup-blocking'],
    },
  },
})
