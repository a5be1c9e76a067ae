import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, openShop, temporaryFolder, testNoon, until } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

describe.each(engines)('two server processes on one %s database', (engine) => {
  it('give the last free seat to one of a hundred, and send each email once', async () => {
    const port = await freePort()
    const received = await openMailServer(port)
    const folder = temporaryFolder()
    const distDir = writeDistFixture(folder)
    const env = {
      ...{ PORT: '0', DATA_DIR: `${folder}/data`, RATE_LIMIT_PER_MINUTE: '0' },
      ...{ ...(await databaseSettings(engine)), SMTP_URL: `smtp://127.0.0.1:${port}` },
    }
    const servers = [spawnServer(env, folder, distDir), spawnServer(env, folder, distDir)]
    const urls = await Promise.all(servers.map(addressOf))
    const bookTogether = async (count: number, fieldsOf: (index: number) => object) => {
      const answers = Array.from({ length: count }, (_, index) =>
        untilAnswered(() => bookAt(urls[index % 2] ?? '', { ...ann, ...fieldsOf(index) })),
      )
      return (await Promise.all(answers)).map(({ status }) => status).sort()
    }

    const rounds = 5
    for (let round = 1; round <= rounds; round++) {
      const appointment_date = bookableDay(round)
      const statuses = await bookTogether(100, (n) => ({ appointment_date, full_name: `Client ${n}` }))
      expect(statuses).toEqual([201, ...Array(99).fill(409)])
    }
    const more = 12
    const statuses = await bookTogether(more, (n) => ({ appointment_date: bookableDay(20 + n) }))
    expect(statuses).toEqual(Array(more).fill(201))
    // The business and the client are notified of each.
    const emails = 2 * (rounds + more)
    await until(() => received.length >= emails)
    // They finish the attempts that run; until then, an email could arrive twice.
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ exited }) => exited))
    expect(received).toHaveLength(emails)
    expect(new Set(received.map((mail) => mail.messageId)).size).toBe(emails)
  })
})

describe('the limit of a client address', () => {
  /** A server whose minute doesn't end. */
  const openLimited = (env: Record<string, string>) => openShop({ env, now: () => testNoon })

  it('holds for two servers on PostgreSQL together', async () => {
    const env = { ...(await databaseSettings('PostgreSQL')), RATE_LIMIT_PER_MINUTE: '6' }
    const shops = [await openLimited(env), await openLimited(env)]
    const statuses: number[] = []
    for (let index = 0; index < 10; index++) {
      statuses.push((await bookAt(shops[index % 2]?.url ?? '', { ...ann, email: 'no' })).status)
    }
    expect(statuses).toEqual([...Array(6).fill(400), ...Array(4).fill(429)])
  })

  it.each([
    ['each client’s own behind a trusted proxy', { TRUST_PROXY: 'loopback' }, [400, 400, 429]],
    ['the connection’s behind any other', {}, [400, 429, 429]],
  ])('is %s', async (_whose, env, expected) => {
    const { url } = await openLimited({ RATE_LIMIT_PER_MINUTE: '1', ...env })
    const from = async (address: string) =>
      (await bookAt(url, { ...ann, email: 'no' }, { 'x-forwarded-for': address })).status
    expect([await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.1')]).toEqual(
      expected,
    )
  })
})
