import { type StormOptions, storm } from './storm.ts'
import { printTable, typedOptions } from './terminal.ts'

const usage = `Usage: npm run storm -- [OPTIONS]

Books thousands of appointments while servers are killed, databases crash, clocks jump, and mail and calendar are slow
and fail. At the same time the owner moves events, empties the calendar and restores it, gets hostile invitations, works
at the desk, and restores a backup. Then it checks the database and the calendar for what was lost, doubled, or booked
where it must not be.

  --engine sqlite|postgres|both   default both: SQLite with one process, PostgreSQL with three
  --bookings NUMBER               default 2000
  --kills NUMBER                  default 20
  --seed NUMBER                   default 1; the same seed repeats a run`

const values = typedOptions(
  usage,
  { engine: 'both', bookings: '2000', kills: '20', seed: '1' },
  { engine: /^(sqlite|postgres|both)$/ },
)
const [bookings, kills, seed] = [Number(values.bookings), Number(values.kills), Number(values.seed)]
const runs: StormOptions[] = [
  { engine: 'sqlite', processes: 1, bookings, kills, seed },
  { engine: 'postgres', processes: 3, bookings, kills, seed },
]

let failures = 0
for (const options of runs.filter(({ engine }) => values.engine === 'both' || values.engine === engine)) {
  const { facts, findings } = await storm(options)
  failures += findings.reduce((sum, { count }) => sum + Math.abs(count), 0)
  console.log()
  printTable(Object.entries(facts))
  console.log()
  printTable(findings.map(({ what, count }) => [`${count === 0 ? 'ok  ' : 'FAIL'} ${what}`, count]))
  for (const { what, which = [] } of findings)
    for (const one of which.slice(0, 10)) console.log(`       ${what}: ${one}`)
}
console.log(failures === 0 ? '\nThe storm found nothing.' : '\nThe storm found faults.')
process.exit(failures === 0 ? 0 : 1)
