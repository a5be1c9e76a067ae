import { describe, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, engines } from './support/engines.ts'
import { openMailServer } from './support/mail-server.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, temporaryFolder, until } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

/** Two server processes on one database. */
async function startTwo(settings: Record<string, string>) {
  const folder = temporaryFolder()
  const distDir = writeDistFixture(folder)
  const start = () => {
    const env = { PORT: '0', DATA_DIR: `${folder}/data`, RATE_LIMIT_PER_MINUTE: '0', ...settings }
    return spawnServer(env, folder, distDir)
  }
  const servers = [start(), start()]
  return { servers, urls: (await Promise.all(servers.map(addressOf))) as [string, string] }
}

/** What new servers answer within one minute of their limit: once more, where it has ended meanwhile. */
async function withinAMinute(
  settings: () => Promise<Record<string, string>>,
  ask: (urls: string[]) => Promise<number[]>,
) {
  const minute = () => Math.floor(Date.now() / 60_000)
  for (;;) {
    const { urls } = await startTwo(await settings())
    const before = minute()
    const statuses = await ask(urls)
    if (minute() === before) return statuses
  }
}

describe.each(engines)('two server processes on one %s', (engine) => {
  it('give the last free seat to one of a hundred, round after round', async () => {
    const { urls } = await startTwo(await databaseSettings(engine))
    for (let round = 1; round <= 12; round++) {
      const appointment_date = bookableDay(round)
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          untilAnswered(() =>
            bookAt(urls[index % 2] ?? '', { ...ann, appointment_date, full_name: `Client ${index}` }),
          ),
        ),
      )
      const statuses = answers.map((answer) => answer.status)
      expect({
        round,
        booked: statuses.filter((status) => status === 201).length,
        refused: statuses.filter((status) => status === 409).length,
      }).toEqual({ round, booked: 1, refused: 99 })
    }
  })

  it('do what is owed once', async () => {
    const port = await freePort()
    const received = await openMailServer(port)
    const { servers, urls } = await startTwo({
      ...(await databaseSettings(engine)),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    })
    const count = 12
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        untilAnswered(() =>
          bookAt(urls[index % 2] ?? '', { ...ann, appointment_date: bookableDay(20 + index) }),
        ),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(count).fill(201))
    // The business and the client are told of each.
    await until(() => received.length >= 2 * count)
    // They finish what they have begun; what comes twice would come until then.
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ exited }) => exited))
    expect(received).toHaveLength(2 * count)
    expect(new Set(received.map((mail) => mail.messageId)).size).toBe(2 * count)
  })
})

describe('the limit of a client address', () => {
  it('holds for two processes on PostgreSQL together', async () => {
    const settings = async () => ({ ...(await databaseSettings('PostgreSQL')), RATE_LIMIT_PER_MINUTE: '6' })
    const statuses = await withinAMinute(settings, async (urls) => {
      const answered: number[] = []
      for (let index = 0; index < 10; index++) {
        answered.push((await bookAt(urls[index % 2] ?? '', { ...ann, email: 'no' })).status)
      }
      return answered
    })
    expect(statuses).toEqual([...Array(6).fill(400), ...Array(4).fill(429)])
  })

  it('is each client’s own behind a proxy that is trusted, and the connection’s behind one that is not', async () => {
    const statusesOf = (more: Record<string, string>) =>
      withinAMinute(
        async () => ({ RATE_LIMIT_PER_MINUTE: '1', ...more }),
        async ([url = '']) => {
          const from = async (address: string) =>
            (await bookAt(url, { ...ann, email: 'no' }, { 'x-forwarded-for': address })).status
          return [await from('203.0.113.1'), await from('203.0.113.2'), await from('203.0.113.1')]
        },
      )
    expect(await statusesOf({ TRUST_PROXY: 'loopback' })).toEqual([400, 400, 429])
    expect(await statusesOf({})).toEqual([400, 429, 429])
  })
})
