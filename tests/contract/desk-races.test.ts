import { expect, it } from 'vitest'
import { type OfficialClient, signIn } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, engines, openDatabaseItself } from './support/engines.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, temporaryFolder, until } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

/** Each is one hour of a day of its own. */
const roundsForOneHour = 60
/** Which have nothing to do with each other. */
const lanesAtOnce = 4
const roundsOfBlocking = 8

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
  // The second prints no link once someone signed in.
  const servers = [await start(), await start()]
  const desks = await Promise.all(servers.map(({ url, link }) => signIn(url, link)))
  const { run } = await openDatabaseItself(env.DATA_DIR, settings)
  return { urls: servers.map(({ url }) => url), desks, run }
}

const count = (statuses: readonly number[], wanted: number) => statuses.filter((one) => one === wanted).length

it.each(engines)(
  'two processes on %s give an hour once, and let no client past a time that is blocked',
  async (engine) => {
    const { urls, desks, run } = await startTwo(engine)
    const book = async (index: number, fields: object) =>
      (await untilAnswered(() => bookAt(urls[index % 2] ?? '', { ...ann, ...fields }))).status
    const call = (index: number, name: string, args: object) =>
      untilAnswered(async () => (desks[index % 2] as OfficialClient).rpc(name, args))

    async function playOneHour(round: number): Promise<void> {
      const slot = { appointment_date: bookableDay(round), appointment_time: '10:00' }
      const byClient = Array.from({ length: 10 }, (_, index) =>
        book(index, { ...slot, full_name: `Client ${index}` }),
      )
      const byOwner = Array.from({ length: 10 }, async (_, index) => {
        const { status } = await call(index, 'book_for_client', { full_name: `Caller ${index}`, ...slot })
        return status === 200 ? 201 : status
      })
      const statuses = await Promise.all([...byClient, ...byOwner])
      expect({ round, booked: count(statuses, 201), rejected: count(statuses, 409) }).toEqual({
        round,
        booked: 1,
        rejected: 19,
      })
    }
    const rounds = Array.from({ length: roundsForOneHour }, (_, index) => index + 1).values()
    const lanes = Array.from({ length: lanesAtOnce }, async () => {
      for (const round of rounds) await playOneHour(round)
    })
    await Promise.all(lanes)

    for (let round = 1; round <= roundsOfBlocking; round++) {
      const date = bookableDay(roundsForOneHour + round)
      const hours = ['09', '10', '11', '12', '13', '14', '15', '16']
      const bookings = hours.map((hour, index) =>
        book(index, { appointment_date: date, appointment_time: `${hour}:00` }),
      )
      const times = { from: `${date}T00:00`, to: `${date}T23:59`, reason: '' }
      const [blocked, ...statuses] = await Promise.all([call(round, 'close_time', times), ...bookings])
      const booked = count(statuses, 201)
      expect(booked + count(statuses, 409)).toBe(hours.length)
      // The answer names each client who was first; the rest were rejected.
      expect({ round, named: blocked.data.appointments.length }).toEqual({ round, named: booked })
      const stored = await run(`select id from appointments where appointment_date = '${date}'`)
      expect(stored).toHaveLength(booked)
    }
  },
)
