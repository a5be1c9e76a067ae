import { expect, it } from 'vitest'
import { type OfficialClient, signIn } from './support/desk.ts'
import { writeDistFixture } from './support/dist-fixture.ts'
import { databaseSettings, engines, openDatabaseItself } from './support/engines.ts'
import { addressOf, bookAt, bookableDay, spawnServer } from './support/server-process.ts'
import { ann, temporaryFolder, until } from './support/shop-server.ts'
import { untilAnswered } from './support/until-answered.ts'

const hours = ['09', '10', '11', '12', '13', '14', '15', '16']

it.each(engines)('two processes on %s let no client past a time that is blocked', async (engine) => {
  const folder = temporaryFolder()
  const distDir = writeDistFixture(folder)
  const settings = await databaseSettings(engine)
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

  for (let round = 1; round <= 8; round++) {
    const date = bookableDay(round)
    const book = async (hour: string, index: number) => {
      const fields = { ...ann, appointment_date: date, appointment_time: `${hour}:00` }
      return (await untilAnswered(() => bookAt(servers[index % 2]?.url ?? '', fields))).status
    }
    const times = { from: `${date}T00:00`, to: `${date}T23:59`, reason: '' }
    const desk = desks[round % 2] as OfficialClient
    const block = untilAnswered(async () => desk.rpc('close_time', times))
    const [blocked, ...statuses] = await Promise.all([block, ...hours.map(book)])
    // The answer names each client who was first; the rest were rejected.
    const named = blocked.data.appointments.length
    const expected = hours.map((_, index) => (index < named ? 201 : 409))
    expect({ round, statuses: statuses.sort() }).toEqual({ round, statuses: expected })
    const stored = await run(`select id from appointments where appointment_date = '${date}'`)
    expect(stored).toHaveLength(named)
  }
})
