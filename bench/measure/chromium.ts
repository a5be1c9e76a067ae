import { type Browser, chromium } from '@playwright/test'
import { ensureChromium, quiet, toLaunch } from '../../scripts/chromium.mjs'
import { freePort } from '../../tests/support/free-port.ts'

/** The installed Chromium, which other programs can drive at `port`, too. */
export async function launchChromium(): Promise<{ browser: Browser; port: number }> {
  const port = await freePort()
  const browser = await chromium.launch({
    ...toLaunch(ensureChromium()),
    args: [...quiet, `--remote-debugging-port=${port}`],
  })
  return { browser, port }
}
