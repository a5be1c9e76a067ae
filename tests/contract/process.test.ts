import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { settingErrors, start } from '#copy/terminal.ts'
import { settingNames } from '../../server/config.ts'
import { version } from '../../server/lib/version.ts'
import { getFreePort } from '../support/free-port.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { openFile } from './support/engines.ts'
import { listenForMail, openSlowMailServer } from './support/mail-server.ts'
import { testClockEnv } from './support/run-command.ts'
import { bookAt, bookableDay, getAddress, spawnServer } from './support/server-process.ts'
import { ann, createTemporaryFolder, keyHeaders, readFeedSecret, waitFor } from './support/shop-server.ts'

/** A process uses the real clock, so its clients book a month ahead. */
const later = { ...ann, appointment_date: bookableDay(30) }

/** A folder for a server, which a test may start there repeatedly. */
function openPlace() {
  const folder = createTemporaryFolder()
  const distDir = writeDistFixture(folder)
  const dataDir = join(folder, 'data')
  return {
    folder,
    dataDir,
    distDir,
    start(env: Record<string, string> = {}, stdio?: StdioOptions) {
      return spawnServer({ PORT: '0', DATA_DIR: dataDir, ...env }, folder, distDir, { stdio })
    },
  }
}

describe('the server as a process', () => {
  it('prints where the page, the email, and the calendar are, and nothing about its clients', async () => {
    const place = openPlace()
    // A supervisor with a watchdog, which gets regular signals.
    const signs = join(place.folder, 'signs')
    writeFileSync(join(place.folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> '${signs}'\n`, {
      mode: 0o755,
    })
    const server = place.start({
      WATCHDOG_USEC: '100000',
      PATH: `${place.folder}:${process.env.PATH}`,
      // Fastify accepts every kind of proxy in the settings.
      TRUST_PROXY: 'loopback, uniquelocal,203.0.113.7,10.0.0.0/8,fc00::/7',
    })
    const url = await getAddress(server)
    await bookAt(url, later)
    await fetch(`${url}/${later.email}?phone=5551234567`)
    expect((await bookAt(url, { ...later, full_name: 7, email: 'x@secret.example' })).status).toBe(400)
    await waitFor(() => server.output().includes('job done'))
    await waitFor(
      () => existsSync(signs) && readFileSync(signs, 'utf8').startsWith('WATCHDOG=1\nWATCHDOG=1\n'),
    )
    // Its files are private to its owner.
    expect(statSync(place.dataDir).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(place.dataDir)) {
      expect([name, statSync(join(place.dataDir, name)).mode & 0o077]).toEqual([name, 0])
    }
    server.child.kill('SIGTERM')
    await server.exited
    const output = server.output()
    expect(JSON.parse(output.split('\n', 1)[0] ?? '')).toMatchObject({ version, msg: 'starting' })
    expect(output).toMatch(/Page: http:\/\/localhost:\d+\n/)
    expect(output).toContain(`Email: ${join(place.dataDir, 'mail')}\n`)
    expect(output).toMatch(/http:\/\/localhost:\d+\/\?desk#[\w-]{20,}/)
    expect(output).toMatch(/Calendar: http:\/\/localhost:\d+\/calendar\/[\w-]{32}\.ics/)
    expect(output).toContain('"route":"/rest/v1/appointments","status":201')
    for (const personal of ['Ann', 'ann@', 'secret.example', '123-4567', '1234567', keyHeaders.apikey]) {
      expect(output).not.toContain(personal)
    }
  })

  it('logs everything that it answered before a crash', async () => {
    const place = openPlace()
    const crash = join(place.folder, 'crash.mjs')
    const requests = 50
    writeFileSync(
      crash,
      `import { subscribe } from 'node:diagnostics_channel'
      let answered = 0
      subscribe('http.server.response.finish', () => {
        answered += 1
        if (answered === ${requests}) throw new Error('crash')
      })`,
    )
    const server = place.start({ NODE_OPTIONS: `--import=${crash}` })
    const url = await getAddress(server)
    await Promise.allSettled(Array.from({ length: requests }, () => fetch(`${url}/nothing`)))
    expect(await server.exited).not.toBe(0)
    expect(server.output()).toContain('Error: crash')
    expect(server.output().match(/"request answered"/g)).toHaveLength(requests)
  })

  it('has each of its settings in .env.example', () => {
    const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
    expect(settingNames).toContain('PORT')
    expect(settingNames.filter((name) => !example.includes(`\n# ${name}=`))).toEqual([])
  })
})

describe('a server that can’t write its log', () => {
  /** Requests that log more lines than the server buffers. */
  async function askOften(url: string) {
    for (let count = 0; count < 400; count += 1) {
      const answer = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(10_000) })
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
  }

  const answers = (url: string) => fetch(`${url}/healthz`).then(Boolean, () => false)

  it('keeps running with a full disk, and stops when asked to', async () => {
    // macOS has no such device.
    if (!existsSync('/dev/full')) return
    const place = openPlace()
    const port = await getFreePort()
    const full = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(full))
    const server = place.start({ PORT: String(port) }, ['ignore', full, full])
    const url = `http://127.0.0.1:${port}`
    await waitFor(() => answers(url))
    await askOften(url)
    server.child.kill('SIGTERM')
    expect(await server.exited).toBe(0)
    expect(readdirSync(place.dataDir)).not.toContain('appointments.sqlite-wal')
  })

  it('keeps running when its terminal closes, and stops when asked to', async () => {
    const place = openPlace()
    const port = await getFreePort()
    const serve = join(import.meta.dirname, 'support/serve.ts')
    const inBackground = `setsid --fork '${process.execPath}' '${serve}' '${place.distDir}' & exec sleep 600`
    const terminal = spawn('script', ['--quiet', '--command', inBackground, '/dev/null'], {
      cwd: place.folder,
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: place.dataDir },
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    let shown = ''
    terminal.stdout.on('data', (chunk) => {
      shown += chunk
    })
    await waitFor(() => /"pid":\d+/.test(shown) && shown.includes('Page: '))
    const pid = Number(/"pid":(\d+)/.exec(shown)?.[1])
    onTestFinished(() => {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended, as it should.
      }
    })
    terminal.kill('SIGKILL')
    await once(terminal, 'close')
    const url = `http://127.0.0.1:${port}`
    await askOften(url)
    process.kill(pid, 'SIGTERM')
    await waitFor(async () => !(await answers(url)))
    await waitFor(() => !readdirSync(place.dataDir).includes('appointments.sqlite-wal'))
  })
})

describe('a server that is asked to stop', () => {
  it('finishes running requests and jobs', async () => {
    const place = openPlace()
    const server = place.start({ RATE_LIMIT_PER_MINUTE: '0' })
    const url = await getAddress(server)
    const hours = Array.from({ length: 8 }, (_, index) => `${10 + index}:00`)
    const answers = hours.map((appointment_time) => bookAt(url, { ...later, appointment_time }))
    await Promise.race(answers)
    server.child.kill('SIGTERM')
    // Clients with open connections would keep sending requests forever.
    const goOnAsking = async () => {
      for (;;) await (await fetch(url)).arrayBuffer()
    }
    const [settled] = await Promise.all([Promise.allSettled(answers), expect(goOnAsking()).rejects.toThrow()])
    expect(await server.exited).toBe(0)
    const stored = settled.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 201)
    expect(stored.length).toBeGreaterThan(0)
    // After a clean shutdown, the database needs no recovery.
    expect(readdirSync(place.dataDir)).not.toContain('appointments.sqlite-wal')
  })

  it('waits for emails in progress, which aren’t sent again', async () => {
    const place = openPlace()
    const peer = await openSlowMailServer()
    const server = place.start({ SMTP_URL: peer.url })
    const url = await getAddress(server)
    const form = new URLSearchParams(later)
    expect((await fetch(`${url}/book`, { method: 'POST', body: form })).status).toBe(200)
    await waitFor(() => peer.received.length === 2)
    server.child.kill('SIGINT')
    const answers = () => fetch(url).then(Boolean, () => false)
    await waitFor(async () => !(await answers()))
    // After one Ctrl+C, the terminal tells the server, and so does the script that started it.
    server.child.kill('SIGINT')
    peer.acknowledge()
    expect(await server.exited).toBe(0)
    const jobs = openFile(place.dataDir).prepare('select status from jobs where kind = ?')
    for (const kind of ['business-notification', 'client-invitation'])
      expect(jobs.get(kind)).toEqual({ status: 'done' })
  })
})

describe('a server that is killed after it answered', () => {
  it.each([
    { when: 'while it sends an email', isTaken: false },
    // SMTP can’t take back a message, so it comes again with the same Message-ID.
    { when: 'before it learns that an email was accepted', isTaken: true },
  ])('$when, loses nothing, and sends each email within 30 seconds of its restart', async ({ isTaken }) => {
    const place = openPlace()
    const received: string[] = []
    let killedAtMs = 0
    function kill() {
      killedAtMs ||= Date.now()
      first.child.kill('SIGKILL')
    }
    const SMTP_URL = await listenForMail({
      onData(stream, _session, done) {
        const isVictims = killedAtMs === 0
        if (!isTaken) kill()
        stream.toArray().then(async (chunks) => {
          const { messageId = '' } = await PostalMime.parse(Buffer.concat(chunks))
          // The half message of a killed sender doesn’t count.
          if (isVictims && killedAtMs > 0) return
          received.push(messageId)
          kill()
          done()
        }, done)
      },
    })
    const first = place.start({ SMTP_URL })
    expect((await bookAt(await getAddress(first), later)).status).toBe(201)
    await first.exited
    const leases = "from jobs where status = 'pending' and leased_until_ms > 0"
    const dueAgain = `select max(max(leased_until_ms, due_at_ms)) as atMs ${leases}`
    const dueAgainMs = Number(openFile(place.dataDir).prepare(dueAgain).get()?.atMs)
    // A server finds a due job within five seconds.
    expect(dueAgainMs - killedAtMs).toBeLessThanOrEqual(18_000)

    const second = place.start({ SMTP_URL, ...testClockEnv, TEST_CLOCK_MS: String(dueAgainMs) })
    const url = await getAddress(second)
    const feed = async () => (await fetch(`${url}/calendar/${readFeedSecret(place.dataDir)}.ics`)).text()
    const count = isTaken ? 3 : 2
    await waitFor(() => received.length === count && new Set(received).size === 2)
    await waitFor(async () => (await feed()).includes('BEGIN:VEVENT'))
    expect((await bookAt(url, later)).status).toBe(200)
    // Stopping finishes running jobs, so a duplicate would have arrived by then.
    second.child.kill('SIGTERM')
    await second.exited
    expect(received).toHaveLength(count)
  })
})

describe('a server that can’t start', () => {
  const noAddress = 'This machine doesn’t have that HOST. Use 127.0.0.1, or 0.0.0.0 for all its addresses.\n'
  const { origin, connections, email } = settingErrors

  it.each<[string, string | Buffer, string]>([
    [
      'all invalid settings',
      'PUBLIC_URL=tailor.example\nDATABASE_CONNECTIONS=ten\nMAIL_FROM=shop',
      `Invalid settings:\n  PUBLIC_URL: ${origin}\n  DATABASE_CONNECTIONS: ${connections}\n  MAIL_FROM: ${email}\n`,
    ],
    ['a HOST of another machine', 'HOST=192.0.2.1', noAddress],
    ['a HOST in brackets', 'HOST=[::1]', noAddress],
    [
      'an .env file in an encoding that hides its variables',
      Buffer.from('\ufeffPUBLIC_URL=https://tailor.example\n', 'utf16le'),
      '.env can’t be read. Save it as UTF-8 text that the server can read.\n',
    ],
    [
      'an .env file with a # that cuts off a password',
      'HOST=127.0.0.1 # ours alone\nCALDAV_PASSWORD=ab#cd\n',
      'Invalid settings:\n  CALDAV_PASSWORD: is cut off at # in .env; put the value in single quotes\n',
    ],
  ])('reports %s', async (_what, content, sentence) => {
    const place = openPlace()
    writeFileSync(join(place.folder, '.env'), content)
    const server = place.start()
    expect(await server.exited).toBe(1)
    // The log's first line may come before it.
    expect(server.output().replace(/^\{.*"msg":"starting"\}\n/, '')).toBe(sentence)
  })

  it('reports that the page isn’t built, and what to do', async () => {
    const place = openPlace()
    rmSync(join(place.folder, 'dist/index.html'))
    const server = place.start()
    expect(await server.exited).toBe(1)
    expect(server.output()).toMatch(/The page isn’t built: .*index\.html is missing\. Run "npm run build"\./)
  })
})

describe('an .env file', () => {
  it('sets what the environment lacks, even with an editor’s byte order mark', async () => {
    const place = openPlace()
    writeFileSync(
      join(place.folder, '.env'),
      '\ufeffPUBLIC_URL=https://tailor.example\r\nSMTP_URL=smtp://127.0.0.1:1\r\nHOST=\r\n',
    )
    const server = place.start({ PUBLIC_URL: '', SMTP_URL: 'smtp://127.0.0.1:2' })
    await waitFor(() => server.output().includes('Email: '))
    expect(server.output()).toContain('Page: https://tailor.example\nEmail: smtp://127.0.0.1:2\n')
    // It shows the demo shop.
    await waitFor(() => server.output().includes(start.demoIsPublic('https://tailor.example')))
  })
})
