import { setTimeout as sleep } from 'node:timers/promises'
import type { Command, DevTools } from './devtools.ts'

/** A phone as most visitors have it. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
/** Its CPU is a quarter as fast as this machine's. */
const cpuSlowdown = 4
const quietMs = 500

/** A phone that shows the page. */
export interface Visit {
  command: Command
  close(): Promise<void>
}

/** What a function returns in the page. It must need nothing from around it but `argument`. */
async function inPage<Result, Argument>(
  { command }: Pick<Visit, 'command'>,
  work: (argument: Argument) => Result | Promise<Result>,
  argument: Argument,
): Promise<Result> {
  const expression = `(${work})(${JSON.stringify(argument)})`
  const answer = await command('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
  if (answer.exceptionDetails) throw new Error(`In the page: ${JSON.stringify(answer.exceptionDetails)}`)
  return (answer.result as { value: Result }).value
}

/** Opens the page as a phone does, and stops at its first paint. */
export async function visit(devTools: DevTools, url: string): Promise<Visit> {
  const page = await devTools.openPage()
  const { command } = page
  const { viewport, deviceScaleFactor } = phone
  await command('Page.enable')
  await command('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor, mobile: true })
  await command('Emulation.setTouchEmulationEnabled', { enabled: true })
  await command('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await command('Page.navigate', { url })
  await inPage(
    page,
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
        }).observe({ type: 'paint', buffered: true })
      }),
    null,
  )
  return page
}

/** Waits until the page has loaded and nothing more is fetched. */
export async function untilQuiet(visited: Visit): Promise<void> {
  const fetched = () =>
    inPage(
      visited,
      () => (document.readyState === 'complete' ? performance.getEntriesByType('resource').length : -1),
      null,
    )
  let before = Number.NaN
  for (let now = await fetched(); now !== before || now < 0; now = await fetched()) {
    before = now
    await sleep(quietMs)
  }
}

/**
 * Touches the middle of an element that is in view.
 *
 * @param answer - the event with which the browser answers, e.g. 'focusin'
 * @returns milliseconds from the touch until a frame that shows the answer is made
 */
export async function tap(visited: Visit, selector: string, answer: string): Promise<number> {
  const touchPoints = await inPage(
    visited,
    (wanted) => {
      const box = document.querySelector(wanted)?.getBoundingClientRect()
      return box ? [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }] : []
    },
    selector,
  )
  // In place before the touch: the browser lets touches overtake what it is told.
  await inPage(
    visited,
    (type) => {
      const answered = new Promise<number>((resolve) => {
        const once = { capture: true, once: true }
        const onTouch = ({ timeStamp }: Event) => {
          const tell = () => resolve(performance.now() - timeStamp)
          // Right after the frame, before any task that waits.
          const afterFrame = () => void scheduler.postTask(tell, { priority: 'user-blocking' })
          addEventListener(type, () => requestAnimationFrame(afterFrame), once)
        }
        addEventListener('pointerdown', onTouch, once)
      })
      Object.assign(globalThis, { answered })
    },
    answer,
  )
  await Promise.all([
    visited.command('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints }),
    visited.command('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  ])
  return inPage(visited, () => (globalThis as unknown as { answered: Promise<number> }).answered, null)
}

/** From here on the page's long tasks are noted. */
export function noteTasks(visited: Visit): Promise<void> {
  return inPage(
    visited,
    () => {
      const longTasks: number[] = []
      Object.assign(globalThis, { longTasks })
      new PerformanceObserver((list) => {
        longTasks.push(...list.getEntries().map(({ duration }) => duration))
      }).observe({ type: 'longtask' })
    },
    null,
  )
}

/** The longest task since they are noted; 0 when none was longer than 50 ms, for a browser tells only of those. */
export function longestTaskMs(visited: Visit): Promise<number> {
  return inPage(
    visited,
    () => Math.max(0, ...(globalThis as unknown as { longTasks: number[] }).longTasks),
    null,
  )
}

/** Brings an element into the middle of the view, as a visitor who scrolls there, at once. */
export function scrollTo(visited: Visit, selector: string): Promise<void> {
  return inPage(
    visited,
    (wanted) => document.querySelector(wanted)?.scrollIntoView({ block: 'center', behavior: 'instant' }),
    selector,
  )
}

/** Waits until every part of the page that needs React has it. */
export async function untilHydrated(visited: Visit): Promise<void> {
  const sleeping = () =>
    inPage(visited, () => document.querySelectorAll('[data-island]:not([data-island=hydrated])').length, null)
  while ((await sleeping()) > 0) await sleep(100)
}
