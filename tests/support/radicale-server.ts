import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DOMParser } from '@xmldom/xmldom'
import { findRadicale } from '../../scripts/peers.mjs'
import { freePort } from './free-port.ts'

const username = 'owner'
const password = 'scissors: ünd chalk'
const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`

const allObjects = `<c:calendar-query xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:d="DAV:">
  <d:prop><c:calendar-data/></d:prop><c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`

export type RadicaleServer = Awaited<ReturnType<typeof startRadicale>>

/** Starts a real Radicale with an empty calendar of the owner's. The caller ends it with `kill`. */
export async function startRadicale(folder: string) {
  const program = findRadicale()
  if (!program) throw new Error('Radicale is not installed; "npm test" installs it.')
  const port = await freePort()
  const users = join(folder, 'users')
  writeFileSync(users, `${username}:${password}\n`)
  const settings = [
    `--server-hosts=127.0.0.1:${port}`,
    '--auth-type=htpasswd',
    `--auth-htpasswd-filename=${users}`,
    '--auth-htpasswd-encryption=plain',
    '--auth-delay=0',
    `--storage-filesystem-folder=${join(folder, 'collections')}`,
  ]
  const origin = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn(program ?? '', ['--config', '', ...settings], { stdio: 'ignore' })
    while (!(await fetch(origin).catch(() => null))) {
      if (child.exitCode !== null) throw new Error(`Radicale ended with ${child.exitCode}.`)
      await sleep(25)
    }
  }

  async function kill(): Promise<void> {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /** Makes an empty calendar of that name. */
  async function openCalendar(name: string) {
    const url = `${origin}/${username}/${name}/`

    function request(method: string, href: string, body?: string, headers: Record<string, string> = {}) {
      const init = { method, headers: { authorization, ...headers }, ...(body === undefined ? {} : { body }) }
      return fetch(new URL(href, url), init)
    }

    async function makeCalendar(): Promise<void> {
      const { status } = await request('MKCALENDAR', url)
      if (status !== 201) throw new Error(`The calendar could not be made: ${status}`)
    }

    async function objects(): Promise<{ href: string; text: string }[]> {
      const answer = await (await request('REPORT', url, allObjects, { depth: '1' })).text()
      const xml = new DOMParser().parseFromString(answer, 'text/xml')
      const textsOf = (name: string) =>
        [...xml.getElementsByTagNameNS('*', name)].map(({ textContent }) => textContent ?? '')
      const texts = textsOf('calendar-data')
      return textsOf('href').map((href, index) => ({ href, text: texts[index] ?? '' }))
    }

    await makeCalendar()
    return { url, username, password, request, makeCalendar, objects }
  }

  await start()
  return {
    ...(await openCalendar('shop')),
    start,
    /** Lets it take calls and answer none, until it is killed. */
    freeze: () => child?.kill('SIGSTOP'),
    kill,
    openCalendar,
  }
}
