import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRadicale } from '../../scripts/peers.mjs'
import { freePort } from './free-port.ts'

const username = 'owner'
const password = 'scissors: ünd chalk'
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

function settings(folder: string, port: number): string {
  return `
[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, 'users')}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(folder, 'collections')}
[web]
type = none
[logging]
level = error
`
}

/** A real Radicale with an empty calendar of the owner's in it; whoever starts it ends it with `kill`. */
export async function startRadicale(folder: string) {
  const program = findRadicale()
  if (!program) throw new Error('Radicale is not installed; "npm test" installs it.')
  const port = await freePort()
  const config = join(folder, 'config')
  writeFileSync(join(folder, 'users'), `${username}:${password}\n`)
  writeFileSync(config, settings(folder, port))
  const url = `http://127.0.0.1:${port}/${username}/shop/`
  let child: ChildProcess | undefined

  function request(method: string, href: string, body?: string, headers: Record<string, string> = {}) {
    const init = { method, headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) }
    return fetch(new URL(href, url), init)
  }

  async function start(): Promise<void> {
    child = spawn(program ?? '', ['--config', config], { stdio: 'ignore' })
    while (!(await fetch(url).catch(() => null))) {
      if (child.exitCode !== null) throw new Error(`Radicale ended with ${child.exitCode}.`)
      await sleep(25)
    }
  }

  /** Lets it take calls and answer none, until it is killed. */
  const freeze = () => child?.kill('SIGSTOP')

  /** Ends it as a power cut would. */
  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  async function makeCalendar(): Promise<void> {
    const response = await request('MKCALENDAR', url)
    if (response.status !== 201) throw new Error(`The calendar could not be made: ${response.status}`)
  }

  async function objects(): Promise<{ href: string; text: string }[]> {
    const listing = await request('PROPFIND', url, undefined, { depth: '1' })
    const hrefs = [...(await listing.text()).matchAll(/<href>([^<]+\.ics)<\/href>/g)].map(
      ([, href = '']) => href,
    )
    const found: { href: string; text: string }[] = []
    const waiting = hrefs.values()
    // It resets connections when hundreds of them arrive at once.
    const readers = Array.from({ length: 4 }, async () => {
      for (const href of waiting) {
        const response = await request('GET', href)
        // What a server has taken away meanwhile does not stand there any more.
        if (response.ok) found.push({ href, text: await response.text() })
      }
    })
    await Promise.all(readers)
    return found
  }

  await start()
  await makeCalendar()
  return { url, username, password, request, start, freeze, kill, makeCalendar, objects }
}
