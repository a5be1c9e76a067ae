import { describe, expect, it } from 'vitest'
import { type OfficialClient, signIn } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, engines, openDatabaseItself } from './support/engines.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, temporaryFolder, until } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

const rounds = 8
/** Each is one hour of a day of its own. */
const roundsForOneHour = 200
/** Which have nothing to do with each other. */
const lanesAtOnce = 4

/** Two server processes on one database, and the official client signed in at each. */
async function startTwo(engine: (typeof engines)[number]) {
  const folder = temporaryFolder()
  const distDir = writeDistFixture(folder)
  const settings: Record<string, string> = await databaseSettings(engine)
  const env = { PORT: '0', DATA_DIR: `${folder}/data`, RATE_LIMIT_PER_MINUTE: '0', BOOKINGS_PER_MAILBOX: '0' }
  const start = async () => {
    const process = spawnServer({ ...env, ...settings }, folder, distDir)
    const url = await addressOf(process)
    await until(() => process.output().includes('Desk sign-in link'))
    return { url, link: /: (http\S+\?desk#\S+)/.exec(process.output())?.[1] ?? null }
  }
  const servers = [await start(), await start()]
  const desks = await Promise.all(servers.map(({ url, link }) => signIn(url, link)))
  const database = await openDatabaseItself(env.DATA_DIR, settings)
  return { urls: servers.map(({ url }) => url), desks, run: database.run }
}

const book = (url: string, fields: object) => untilAnswered(() => bookAt(url, fields))

const count = (statuses: readonly number[], wanted: number) => statuses.filter((one) => one === wanted).length

describe.each(engines)('desks and clients at once, in two processes on %s', (engine) => {
  it('give one hour to one of twenty who want it', async () => {
    const { urls, desks } = await startTwo(engine)
    async function play(round: number): Promise<void> {
      const slot = { appointment_date: bookableDay(round), appointment_time: '10:00' }
      const byClient = Array.from({ length: 10 }, async (_, index) => {
        const { status } = await book(urls[index % 2] ?? '', {
          ...ann,
          ...slot,
          full_name: `Client ${index}`,
        })
        return status === 201 ? 200 : status
      })
      const byOwner = Array.from({ length: 10 }, async (_, index) => {
        const desk = desks[index % 2] as OfficialClient
        const call = () => desk.rpc('book_for_client', { full_name: `Caller ${index}`, ...slot })
        return (await untilAnswered(async () => call())).status
      })
      const statuses = await Promise.all([...byClient, ...byOwner])
      expect({ round, had: count(statuses, 200), refused: count(statuses, 409) }).toEqual({
        round,
        had: 1,
        refused: 19,
      })
    }
    const waiting = Array.from({ length: roundsForOneHour }, (_, index) => index + 1).values()
    const lanes = Array.from({ length: lanesAtOnce }, async () => {
      for (const round of waiting) await play(round)
    })
    await Promise.all(lanes)
  })

  it('let no client past a closure that is made at the same moment', async () => {
    const { urls, desks, run } = await startTwo(engine)
    for (let round = 1; round <= rounds; round++) {
      const date = bookableDay(round)
      const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
      const bookings = hours.map((hour, index) =>
        book(urls[index % 2] ?? '', { ...ann, appointment_date: date, appointment_time: `${hour}:00` }),
      )
      const desk = desks[round % 2] as OfficialClient
      const times = { from: `${date}T00:00`, to: `${date}T23:59`, reason: '' }
      const closing = untilAnswered(async () => desk.rpc('close_time', times))
      const [closed, ...answers] = await Promise.all([closing, ...bookings])
      const statuses = answers.map(({ status }) => status)
      expect(count(statuses, 201) + count(statuses, 409)).toBe(hours.length)
      // Whoever was first stands in the closure and is named; whoever came later was refused.
      expect({ round, named: closed.data.appointments.length }).toEqual({
        round,
        named: count(statuses, 201),
      })
      const [stored] = await run(
        `select count(*) as count from appointments where appointment_date = '${date}'`,
      )
      expect(Number(stored?.count)).toBe(count(statuses, 201))
    }
  })
})
