/**
 * Drives Firefox and WebKitGTK by what each brings along: WebDriver BiDi, and WebKitWebDriver. Debian and Ubuntu call
 * the packages firefox-esr, webkit2gtk-driver and xvfb.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFirefox, findWebKit } from '../../scripts/peers.mjs'

/** A key by its name, or text that is typed character by character. */
export type Keys = readonly string[]

export interface Browser {
  name: 'Firefox' | 'WebKitGTK'
  version: string
  /** Messages of level error in the console; WebKitGTK reports none. */
  errors: string[]
  /** Whether a tab opens that a page asks for one second after its server answered. */
  opensTabs: boolean
  goto(url: string): Promise<void>
  /** Evaluates a JavaScript expression in the page; its value must be JSON. */
  ask<Answer>(expression: string): Promise<Answer>
  /** Presses and releases one key after the other, as a keyboard does. */
  press(...keys: Keys): Promise<void>
  /** Moves the pointer over the element and clicks. */
  click(selector: string): Promise<void>
  /** Keys that enter a date, with the month first, into a date field of this browser. */
  dateKeys(date: string): Keys
  resize(width: number, height: number): Promise<void>
  tabCount(): Promise<number>
  /** What the window shows, as PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Asks until the answer is truthy. @throws {Error} after five minutes, a watchdog and no measure of speed */
export async function until<Answer>(
  ask: () => Promise<Answer>,
  awaited: string,
): Promise<NonNullable<Answer>> {
  let last: unknown
  for (const end = Date.now() + 300_000; Date.now() < end; await sleep(30)) {
    last = await ask().catch((error) => error)
    if (last && !(last instanceof Error)) return last as NonNullable<Answer>
  }
  throw new Error(`Waited in vain for ${awaited}`, { cause: last })
}

const codes: Record<string, string> = {
  Tab: '\uE004',
  Enter: '\uE007',
  ArrowDown: '\uE015',
}

function keyActions(keys: Keys) {
  const values = keys.flatMap((key) => codes[key] ?? [...key])
  const actions = values.flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ])
  return [{ type: 'key', id: 'keyboard', actions }]
}

const centerOf = (selector: string) => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)})
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
})()`

function clickActions({ x, y }: { x: number; y: number }) {
  const actions = [
    { type: 'pointerMove', x, y, origin: 'viewport' },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
  return [{ type: 'pointer', id: 'mouse', actions }]
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** A program with a home folder of its own, in a process group of its own: its children end with it. */
function start(command: string, argsFor: (home: string) => string[], env: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'browser-'))
  const child: ChildProcess = spawn(command, argsFor(home), {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, HOME: home, ...env },
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve()).once('error', () => resolve())
  })
  const endGroup = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? 0), signal)
    } catch {
      // The group is gone already.
    }
  }
  return {
    child,
    async stop() {
      endGroup('SIGTERM')
      await Promise.race([ended, sleep(5000)])
      endGroup('SIGKILL')
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Firefox, by WebDriver BiDi over a socket of its own. */
export async function openFirefox(): Promise<Browser> {
  const program = findFirefox()
  if (!program) throw new Error('Firefox is not installed.')
  const port = await freePort()
  const { stop } = start(program, (home) => {
    // Remote control turns the popup blocker off; a visitor's browser has it on.
    writeFileSync(join(home, 'user.js'), 'user_pref("dom.disable_open_during_load", true);')
    return ['--headless', '--no-remote', '--profile', home, `--remote-debugging-port=${port}`, 'about:blank']
  })
  const socket = await until(
    () =>
      new Promise<WebSocket>((resolve, reject) => {
        const opened = new WebSocket(`ws://127.0.0.1:${port}/session`)
        opened.onopen = () => resolve(opened)
        opened.onerror = () => reject(new Error('Firefox does not listen yet.'))
      }),
    'Firefox',
  )
  const errors: string[] = []
  const waiting = new Map<number, PromiseWithResolvers<never>>()
  socket.onmessage = ({ data }) => {
    const { id, type, result, message, method, params } = JSON.parse(data)
    if (method === 'log.entryAdded' && params.level === 'error') errors.push(params.text)
    const call = waiting.get(id)
    waiting.delete(id)
    if (type === 'success') call?.resolve(result as never)
    else call?.reject(new Error(message))
  }
  let lastId = 0
  function send<Result>(method: string, params: object): Promise<Result> {
    const call = Promise.withResolvers<never>()
    lastId += 1
    waiting.set(lastId, call)
    socket.send(JSON.stringify({ id: lastId, method, params }))
    return call.promise
  }
  const session = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  // The tab that opens at the start never gets the focus: keys do nothing in it.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })

  async function ask<Answer>(expression: string): Promise<Answer> {
    const { result, exceptionDetails } = await send<{
      result?: { value?: string }
      exceptionDetails?: { text: string }
    }>('script.evaluate', {
      expression: `JSON.stringify(${expression})`,
      target: { context },
      awaitPromise: false,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.text)
    return JSON.parse(result?.value ?? 'null')
  }
  const act = (actions: object[]) => send<void>('input.performActions', { context, actions })
  return {
    name: 'Firefox',
    version: session.capabilities.browserVersion,
    errors,
    opensTabs: true,
    ask,
    async goto(url) {
      // A tab that the page opened has taken the focus, and with it the keys.
      await send('browsingContext.activate', { context })
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    press: (...keys) => act(keyActions(keys)),
    click: async (selector) => act(clickActions(await ask(centerOf(selector)))),
    dateKeys: (date) => [`${date.slice(5, 7)}${date.slice(8)}${date.slice(0, 4)}`],
    resize: (width, height) => send('browsingContext.setViewport', { context, viewport: { width, height } }),
    // One of them is the tab from the start.
    tabCount: async () =>
      (await send<{ contexts: unknown[] }>('browsingContext.getTree', {})).contexts.length - 1,
    screenshot: async () =>
      Buffer.from(
        (await send<{ data: string }>('browsingContext.captureScreenshot', { context })).data,
        'base64',
      ),
    close: stop,
  }
}

/** GTK lets a window be no narrower than its toolbar, which is as wide as a phone and a bit. */
const narrowToolbar = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }'

/** WebKitGTK's MiniBrowser, by WebKitWebDriver, on a screen that nobody sees. */
export async function openWebKit(): Promise<Browser> {
  const programs = findWebKit()
  if (!programs) throw new Error('WebKitGTK’s driver or Xvfb is not installed.')
  const { driver, miniBrowser } = programs
  const port = await freePort()
  const { stop } = start(
    'xvfb-run',
    (home) => {
      const settings = join(home, '.config', 'gtk-3.0')
      mkdirSync(settings, { recursive: true })
      writeFileSync(join(settings, 'gtk.css'), narrowToolbar)
      return ['-a', '-s', '-screen 0 1600x1200x24', driver, `--port=${port}`]
    },
    { LANG: 'C.UTF-8', NO_AT_BRIDGE: '1', XDG_CONFIG_HOME: '' },
  )
  async function call<Value>(method: string, path: string, body?: object): Promise<Value> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const { value } = (await answer.json()) as { value: Value & { message?: string } }
    if (!answer.ok) throw new Error(value.message)
    return value
  }
  await until(() => call('GET', '/status'), 'WebKitWebDriver')
  const options = { binary: miniBrowser, args: ['--automation'] }
  const session = await call<{ sessionId: string; capabilities: { browserVersion: string } }>(
    'POST',
    '/session',
    {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    },
  )
  const inSession = <Value>(method: string, path: string, body?: object) =>
    call<Value>(method, `/session/${session.sessionId}${path}`, body)

  const ask = <Answer>(expression: string) =>
    inSession<Answer>('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  const act = (actions: object[]) => inSession<void>('POST', '/actions', { actions })
  return {
    name: 'WebKitGTK',
    version: session.capabilities.browserVersion,
    errors: [],
    opensTabs: false,
    ask,
    goto: (url) => inSession('POST', '/url', { url }),
    press: (...keys) => act(keyActions(keys)),
    click: async (selector) => act(clickActions(await ask(centerOf(selector)))),
    // Its date field moves on by Tab alone.
    dateKeys: (date) => [date.slice(5, 7), 'Tab', date.slice(8), 'Tab', date.slice(0, 4)],
    async resize(width, height) {
      const bars = await ask<number>('outerHeight - innerHeight')
      await inSession('POST', '/window/rect', { x: 0, y: 0, width, height: height + bars })
      await until(async () => (await ask('innerWidth')) === width, `a window of ${width} px`)
    },
    tabCount: async () => (await inSession<string[]>('GET', '/window/handles')).length,
    screenshot: async () => Buffer.from(await inSession<string>('GET', '/screenshot'), 'base64'),
    async close() {
      await inSession('DELETE', '').catch(() => {})
      await stop()
    },
  }
}
