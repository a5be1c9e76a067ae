import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { launchChromium } from '../measure/chromium.ts'
import { type FirstLoad, firstLoad } from '../measure/first-load.ts'
import { startProcess, startShop } from '../measure/server-process.ts'
import { type FloorName, writeFloorPage } from '../peers/floor-page.ts'
import type { Row } from '../report/row.ts'
import { measureFirstView } from './first-view.ts'

const firstLoadMost = 110_000

const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
}

async function loadOnPhone(browser: Browser, url: string): Promise<FirstLoad> {
  const context = await browser.newContext(phone)
  try {
    return await firstLoad(await context.newPage(), url)
  } finally {
    await context.close()
  }
}

/** The page on a phone, beside the same page without any script. */
export async function measurePage(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const shop = await startShop()
  const startFloor = (name: FloorName) =>
    startProcess(join(import.meta.dirname, '../peers/serve-floor.ts'), {
      env: { FLOOR_DIST: writeFloorPage(folder, name) },
    })
  const floor = await startFloor('pictures')
  const textFloor = await startFloor('text')
  const { browser } = await launchChromium()
  try {
    const rows = await measureFirstView({ ours: shop.url, pictures: floor.url, text: textFloor.url })

    const load = await loadOnPhone(browser, shop.url)
    rows.push({
      what: `loaded before anything is fetched ahead, in ${load.requests} requests`,
      ours: `${(load.bytes / 1000).toFixed(1)} kB`,
      beside: `${firstLoadMost / 1000} kB allowed`,
      ratio: load.bytes / firstLoadMost,
      goal: { atMost: 1 },
    })

    return rows
  } finally {
    await browser.close()
    await shop.stop()
    await floor.stop()
    await textFloor.stop()
    rmSync(folder, { recursive: true })
  }
}
