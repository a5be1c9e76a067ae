import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { launchChromium } from '../measure/chromium.ts'
import { connectDevTools, type DevTools, NoAnswer } from '../measure/devtools.ts'
import { type FirstLoad, firstLoad } from '../measure/first-load.ts'
import { startProcess, startShop } from '../measure/server-process.ts'
import { median } from '../measure/statistics.ts'
import {
  longestTaskMs,
  noteTasks,
  phone,
  scrollTo,
  tap,
  untilHydrated,
  untilQuiet,
  type Visit,
  visit,
} from '../measure/touch.ts'
import { type FloorName, writeFloorPage } from '../peers/floor-page.ts'
import type { Row } from '../report/row.ts'
import { measureFirstView } from './first-view.ts'

const runs = 5
const firstLoadMost = 110_000
const tapMostMs = 40
const longTaskMs = 50
const question = 'details summary'
const firstField = 'form [name=full_name]'

/** Does something on a phone of its own, after the first paint; on another one, where that got no answer. */
async function asNewVisitor<T>(
  devTools: DevTools,
  url: string,
  work: (visited: Visit) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const visited = await visit(devTools, url)
    try {
      return await work(visited)
    } finally {
      await visited.close()
    }
  }
  return attempt().catch((error) => {
    if (error instanceof NoAnswer) return attempt()
    throw error
  })
}

/** When in a visit the question is touched: at once, while scripts are fetched ahead. */
const questionMoments = { 'right after the first paint': 0, 'as scripts are fetched ahead': 300 } as const

function tapOnQuestion(devTools: DevTools, url: string, waitMs: number): Promise<number> {
  return asNewVisitor(devTools, url, async (visited) => {
    await scrollTo(visited, question)
    await sleep(waitMs)
    return tap(visited, question, 'toggle')
  })
}

/** When the form is touched, counted from when it comes into view and hydration begins. */
const formMoments = { 'as it comes into view': 0, 'as the page hydrates': 150 } as const

/** @returns how long the first touch of the form takes, how long the second, and the longest task of hydration */
function touchForm(devTools: DevTools, url: string, waitMs: number) {
  return asNewVisitor(devTools, url, async (visited) => {
    await untilQuiet(visited)
    await noteTasks(visited)
    await scrollTo(visited, firstField)
    await sleep(waitMs)
    const first = await tap(visited, firstField, 'focusin')
    await untilHydrated(visited)
    await sleep(300)
    const second = await tap(visited, 'form [name=email]', 'focusin')
    return { first, second, longestTask: await longestTaskMs(visited) }
  })
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
  const { browser, port } = await launchChromium()
  const devTools = await connectDevTools(port)
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

    for (const [moment, waitMs] of Object.entries(questionMoments)) {
      const taps = { ours: [] as number[], floor: [] as number[] }
      for (let run = 0; run < runs; run++) {
        taps.ours.push(await tapOnQuestion(devTools, shop.url, waitMs))
        taps.floor.push(await tapOnQuestion(devTools, floor.url, waitMs))
      }
      const ours = median(taps.ours)
      const floorMs = median(taps.floor)
      rows.push({
        what: `a question opens, touched ${moment}: later than on the floor page`,
        ours: `${Math.round(ours)} ms`,
        beside: `${Math.round(floorMs)} ms + ${tapMostMs} ms`,
        ratio: ours / (floorMs + tapMostMs),
        goal: { atMost: 1 },
      })
    }

    const longest: number[] = []
    for (const [moment, waitMs] of Object.entries(formMoments)) {
      const touches: Awaited<ReturnType<typeof touchForm>>[] = []
      for (let run = 0; run < runs; run++) touches.push(await touchForm(devTools, shop.url, waitMs))
      const first = median(touches.map((touch) => touch.first))
      const second = median(touches.map((touch) => touch.second))
      longest.push(median(touches.map((touch) => touch.longestTask)))
      rows.push({
        what: `the form answers its first touch, ${moment}: later than its second`,
        ours: `${Math.round(first)} ms`,
        beside: `${Math.round(second)} ms + ${tapMostMs} ms`,
        ratio: first / (second + tapMostMs),
        goal: { atMost: 1 },
      })
    }
    const longestMs = Math.max(...longest)
    rows.push({
      what: 'the longest task of hydration, CPU slowed down four times',
      ours: longestMs === 0 ? `under ${longTaskMs} ms` : `${Math.round(longestMs)} ms`,
      beside: `${longTaskMs} ms allowed`,
      ratio: longestMs / longTaskMs,
      goal: { atMost: 1 },
    })
    return rows
  } finally {
    devTools.close()
    await browser.close()
    await shop.stop()
    await floor.stop()
    await textFloor.stop()
    rmSync(folder, { recursive: true })
  }
}
