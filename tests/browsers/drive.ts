// Drives Firefox and WebKitGTK with their own tools: WebDriver BiDi, and WebKitWebDriver.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFirefox, findWebKit } from '../../scripts/peers.mjs'
import { getFreePort } from '../support/free-port.ts'

/** Keys by name, or text typed character by character. */
type Keys = readonly string[]

/**
 * Repeats until the result is truthy.
 * @throws {Error} after five minutes, which is only a watchdog
 */
export async function waitFor<Answer>(
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

const codes: Record<string, string> = { Tab: '\uE004', Enter: '\uE007' }

function keyActions(keys: Keys) {
  const actions = keys
    .flatMap((key) => codes[key] ?? [...key])
    .flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
  return [{ type: 'key', id: 'keyboard', actions }]
}

/**
 * Starts a program with its own home and process group.
 * @returns a function that ends it and its children
 */
function start(command: string, argsFor: (home: string) => string[], env: Record<string, string> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'browser-'))
  const child = spawn(command, argsFor(home), {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, HOME: home, ...env },
  })
  const ended = once(child, 'exit').catch(() => {})
  const endGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // The group is gone already.
    }
  }
  return async () => {
    endGroup('SIGTERM')
    await Promise.race([ended, sleep(5000)])
    endGroup('SIGKILL')
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

/** Firefox, by WebDriver BiDi over its own socket. */
export async function openFirefox() {
  const program = findFirefox()
  if (!program) throw new Error('Firefox is not installed.')
  const port = await getFreePort()
  const close = start(program, (home) => {
    // Remote control turns off the popup blocker, which a visitor's browser has on.
    const blocker = 'user_pref("dom.disable_open_during_load", true);\n'
    // It forgets a click after five seconds, and on a busy machine the booking can take longer.
    const memory = 'user_pref("dom.user_activation.transient.timeout", 300000);\n'
    writeFileSync(join(home, 'user.js'), blocker + memory)
    return ['--headless', '--no-remote', '--profile', home, `--remote-debugging-port=${port}`, 'about:blank']
  })
  const socket = await waitFor(async () => {
    const opening = new WebSocket(`ws://127.0.0.1:${port}/session`)
    const [event] = await Promise.race([once(opening, 'open'), once(opening, 'error')])
    return event.type === 'open' ? opening : null
  }, 'Firefox')
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
  await send('session.new', { capabilities: {} })
  await send('session.subscribe', { events: ['log.entryAdded'] })
  // The tab from startup never gets the focus, and keys do nothing in it.
  const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' })

  async function ask<Answer>(expression: string): Promise<Answer> {
    const call = { expression: `JSON.stringify(${expression})`, target: { context }, awaitPromise: false }
    const { result } = await send<{ result?: { value?: string } }>('script.evaluate', call)
    if (!result) throw new Error(`An error in the page: ${expression}`)
    return JSON.parse(result.value ?? 'null')
  }
  return {
    /** Messages of level error in the console. */
    errors,
    ask,
    async goto(url: string): Promise<void> {
      // A tab that the page opened took the focus, and with it the keys.
      await send('browsingContext.activate', { context })
      await send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    press: (...keys: Keys) => send<void>('input.performActions', { context, actions: keyActions(keys) }),
    dateKeys: (date: string): Keys => [`${date.slice(5, 7)}${date.slice(8)}${date.slice(0, 4)}`],
    resize: (width: number, height: number) =>
      send<void>('browsingContext.setViewport', { context, viewport: { width, height } }),
    /** The page opens a tab one second after its server answered. One tab is from startup. */
    tabCount: async () =>
      (await send<{ contexts: unknown[] }>('browsingContext.getTree', {})).contexts.length - 1,
    close,
  }
}

/** GTK doesn't let a window get narrower than its toolbar, which is slightly wider than a phone. */
const narrowToolbar = '* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; }'

/** WebKitGTK's MiniBrowser, by WebKitWebDriver, on a virtual screen. */
export async function openWebKit() {
  const programs = findWebKit()
  if (!programs) throw new Error('WebKitGTK’s driver or Xvfb is not installed.')
  const { driver, miniBrowser } = programs
  const port = await getFreePort()
  const stop = start(
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
  await waitFor(() => call('GET', '/status'), 'WebKitWebDriver')
  const options = { binary: miniBrowser, args: ['--automation'] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', { capabilities })
  const inSession = <Value>(method: string, path: string, body?: object) =>
    call<Value>(method, `/session/${sessionId}${path}`, body)
  const ask = <Answer>(expression: string) =>
    inSession<Answer>('POST', '/execute/sync', { script: `return ${expression}`, args: [] })
  return {
    /** It reports none. */
    errors: [],
    ask,
    goto: (url: string) => inSession<void>('POST', '/url', { url }),
    press: (...keys: Keys) => inSession<void>('POST', '/actions', { actions: keyActions(keys) }),
    // Its date field moves on only with Tab.
    dateKeys: (date: string): Keys => [date.slice(5, 7), 'Tab', date.slice(8), 'Tab', date.slice(0, 4)],
    async resize(width: number, height: number): Promise<void> {
      const bars = await ask<number>('outerHeight - innerHeight')
      await inSession('POST', '/window/rect', { x: 0, y: 0, width, height: height + bars })
      await waitFor(async () => (await ask('innerWidth')) === width, `a window of ${width} px`)
    },
    async close() {
      await inSession('DELETE', '').catch(() => {})
      await stop()
    },
  }
}
