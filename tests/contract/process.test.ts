import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig, settingNames } from '../../server/config.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { openFile } from './support/engines.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, feedSecretOf, keyed, mailsIn, openShop, temporaryFolder, until } from './support/shop-server.ts'
import { openSlowMailServer } from './support/slow-mail-server.ts'

/** A process has the real clock, so its clients book a month ahead. */
const later = { ...ann, appointment_date: bookableDay(30) }

/** A place for a server, which may be started there again and again. */
function openPlace() {
  const folder = temporaryFolder()
  const distDir = writeDistFixture(folder)
  const dataDir = join(folder, 'data')
  return {
    folder,
    dataDir,
    start(env: Record<string, string> = {}) {
      return spawnServer({ PORT: '0', DATA_DIR: dataDir, ...env }, folder, distDir)
    },
  }
}

describe('the server as a process', () => {
  it('says where the page is and where email and calendar go, and nothing of its clients', async () => {
    const place = openPlace()
    // A supervisor with a watchdog, which gets signs of life.
    const signs = join(place.folder, 'signs')
    writeFileSync(join(place.folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> '${signs}'\n`, {
      mode: 0o755,
    })
    const server = place.start({ WATCHDOG_USEC: '100000', PATH: `${place.folder}:${process.env.PATH}` })
    const url = await addressOf(server)
    await bookAt(url, later)
    await fetch(`${url}/${later.email}?phone=5551234567`)
    expect((await bookAt(url, { ...later, full_name: 7, email: 'x@secret.example' })).status).toBe(400)
    await until(async () => (await mailsIn(place.dataDir)).length === 1)
    await until(() => existsSync(signs) && readFileSync(signs, 'utf8').startsWith('WATCHDOG=1\nWATCHDOG=1\n'))
    // Its files are for its owner alone.
    expect(statSync(place.dataDir).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(place.dataDir)) {
      expect([name, statSync(join(place.dataDir, name)).mode & 0o077]).toEqual([name, 0])
    }
    server.child.kill('SIGTERM')
    await server.exited
    const output = server.output()
    expect(output).toMatch(/Page: http:\/\/localhost:\d+\n/)
    expect(output).toContain(`Email: ${join(place.dataDir, 'mail')}\n`)
    expect(output).toMatch(/http:\/\/localhost:\d+\/\?desk#[\w-]{20,}/)
    expect(output).toMatch(/Calendar: http:\/\/localhost:\d+\/calendar\/[\w-]{32}\.ics/)
    expect(output).toContain('"route":"/rest/v1/appointments","status":201')
    expect(output).toContain('job done')
    for (const personal of ['Ann', 'ann@', 'secret.example', '123-4567', '1234567', keyed.apikey]) {
      expect(output).not.toContain(personal)
    }
  })

  it('loses nothing when it is killed right after it has answered', async () => {
    const place = openPlace()
    const first = place.start()
    const response = await bookAt(await addressOf(first), later)
    expect(response.status).toBe(201)
    first.child.kill('SIGKILL')
    await first.exited
    expect(await mailsIn(place.dataDir)).toEqual([])

    const second = place.start()
    const url = await addressOf(second)
    const feed = async () => (await fetch(`${url}/calendar/${feedSecretOf(place.dataDir)}.ics`)).text()
    await until(async () => (await feed()).includes('BEGIN:VEVENT'))
    await until(async () => (await mailsIn(place.dataDir)).length > 0)
    const again = await bookAt(url, later)
    expect(again.status).toBe(200)
    expect((await feed()).match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(await mailsIn(place.dataDir)).toHaveLength(1)
  })

  it('has logged everything that it has answered when it crashes', async () => {
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
    const url = await addressOf(server)
    await Promise.allSettled(Array.from({ length: requests }, () => fetch(`${url}/nothing`)))
    expect(await server.exited).not.toBe(0)
    await until(() => server.output().includes('Error: crash'))
    await until(() => server.output().match(/"request answered"/g)?.length === requests)
  })

  it('finishes what it began when it is asked to stop', async () => {
    const place = openPlace()
    const server = place.start({ RATE_LIMIT_PER_MINUTE: '0' })
    const url = await addressOf(server)
    const hours = Array.from({ length: 8 }, (_, index) => `${10 + index}:00`)
    const answers = hours.map((appointment_time) => bookAt(url, { ...later, appointment_time }))
    await Promise.race(answers)
    server.child.kill('SIGTERM')
    // It does not wait for clients that keep their connections open: they would go on asking for ever.
    const goOnAsking = async () => {
      for (;;) await (await fetch(url)).arrayBuffer()
    }
    const [settled] = await Promise.all([Promise.allSettled(answers), expect(goOnAsking()).rejects.toThrow()])
    expect(await server.exited).toBe(0)
    const stored = settled.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 201)
    expect(stored.length).toBeGreaterThan(0)
    // Closed in order, the database needs no recovery.
    expect(readdirSync(place.dataDir)).not.toContain('appointments.sqlite-wal')
  })

  it('waits for the mail that is on its way when it is asked to stop, so that it is not sent again', async () => {
    const place = openPlace()
    const peer = await openSlowMailServer()
    const server = place.start({ SMTP_URL: peer.url })
    const url = await addressOf(server)
    const form = new URLSearchParams(later)
    expect((await fetch(`${url}/book`, { method: 'POST', body: form })).status).toBe(200)
    await until(() => peer.received.length === 2)
    server.child.kill('SIGINT')
    const answers = () => fetch(url).then(Boolean, () => false)
    await until(async () => !(await answers()))
    // Of one Ctrl+C the terminal tells the server, and so does the script that has started it.
    server.child.kill('SIGINT')
    peer.acknowledge()
    expect(await server.exited).toBe(0)
    const outbox = openFile(place.dataDir).prepare('select * from jobs where kind = ?')
    const sent = outbox.get('business-notification')
    expect(sent?.finished_at_ms).toEqual(expect.any(Number))
  })

  it('does not start with settings that cannot be used, and names them all', async () => {
    const server = openPlace().start({
      ...{ PORT: 'eighty', PUBLIC_URL: 'tailor.example', SMTP_URL: 'mail.example' },
      ...{ BUSINESS_EMAIL: 'owner', MAIL_FROM: 'shop', DATABASE_CONNECTIONS: 'ten' },
    })
    expect(await server.exited).toBe(1)
    expect(server.output()).toMatch(/^Invalid settings:\n/)
    for (const key of ['PORT', 'PUBLIC_URL', 'SMTP_URL', 'BUSINESS_EMAIL', 'MAIL_FROM']) {
      expect(server.output()).toContain(`  ${key}: `)
    }
    expect(server.output()).toContain('  DATABASE_CONNECTIONS: must be a whole number from 1 to 1000\n')
    expect(server.output()).not.toContain(' at ')
  })

  it.each(['[::1]', '192.0.2.1'])('doesn’t start on %j, which isn’t one of its addresses', async (HOST) => {
    const server = openPlace().start({ HOST })
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe(
      'This machine doesn’t have that HOST. Use 127.0.0.1, or 0.0.0.0 for all its addresses.\n',
    )
  })

  it('takes from .env what its environment lacks, also after the mark of an editor', async () => {
    const place = openPlace()
    writeFileSync(
      join(place.folder, '.env'),
      '\ufeffPUBLIC_URL=https://tailor.example\r\nSMTP_URL=smtp://127.0.0.1:1\r\nHOST=\r\n',
    )
    const server = place.start({ PUBLIC_URL: '', SMTP_URL: 'smtp://127.0.0.1:2' })
    await until(() => server.output().includes('Email: '))
    expect(server.output()).toContain('Page: https://tailor.example\nEmail: smtp://127.0.0.1:2\n')
  })

  it.each([
    [
      'in an encoding that hides its variables',
      Buffer.from('\ufeffPUBLIC_URL=https://tailor.example\n', 'utf16le'),
      '.env can’t be read. Save it as UTF-8 text that the server can read.\n',
    ],
    [
      'with a # that cuts a password off',
      'HOST=127.0.0.1 # ours alone\nCALDAV_PASSWORD=ab#cd\n',
      'Invalid settings:\n  CALDAV_PASSWORD: ends before its # in .env; put the value in single quotes\n',
    ],
  ])('doesn’t start with a file .env %s', async (_what, content, sentence) => {
    const place = openPlace()
    writeFileSync(join(place.folder, '.env'), content)
    const server = place.start()
    expect(await server.exited).toBe(1)
    expect(server.output()).toBe(sentence)
  })

  it('has each of its settings in the example', () => {
    const example = readFileSync(join(import.meta.dirname, '../../.env.example'), 'utf8')
    expect(settingNames).toContain('PORT')
    expect(settingNames.filter((name) => !example.includes(`\n# ${name}=`))).toEqual([])
  })

  it.each(['true', '1', 'localhost', '10.0.0.0/33', '10.0.0.0/8,', '10.0.0.0/8/8', 'caddy:80'])(
    'trusts no proxy named %s, and says what it wants instead',
    (TRUST_PROXY) => {
      const sentence = 'must be addresses like loopback, uniquelocal or 10.0.0.0/8, separated by commas'
      expect(() => readConfig({ TRUST_PROXY })).toThrow(`  TRUST_PROXY: ${sentence}`)
    },
  )

  it('trusts the proxies that it is told', async () => {
    await openShop({ env: { TRUST_PROXY: 'loopback, uniquelocal,203.0.113.7,10.0.0.0/8,fc00::/7' } })
  })

  it('does not start without the built page, and says what to do', async () => {
    const folder = temporaryFolder()
    const server = spawnServer({ PORT: '0', DATA_DIR: join(folder, 'data') }, folder, join(folder, 'dist'))
    expect(await server.exited).toBe(1)
    expect(server.output()).toMatch(/The page isn’t built: .*index\.html is missing\. Run "npm run build"\./)
  })
})
