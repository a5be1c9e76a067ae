import { type StormOptions, storm } from './storm.ts'
import { table } from './table.ts'
import { typedOptions } from './typed-options.ts'

const usage = `Usage: npm run storm -- [OPTIONS]

Books thousands of appointments while servers are killed, databases crash, clocks jump, and mail and calendar are slow
and fail. Meanwhile the owner moves events, empties the calendar and restores it, gets hostile invitations, works at the
desk, and restores a backup. Then it checks the database and the calendar for what was lost, doubled, or booked where it
must not be.

  --engine sqlite|postgres|both   default both: SQLite with one process, PostgreSQL with three
  --bookings NUMBER               default 2000
  --kills NUMBER                  default 20
  --seed NUMBER                   default 1; the same seed repeats a run`

const values = typedOptions(
  usage,
  { engine: 'both', bookings: '2000', kills: '20', seed: '1' },
  { engine: /^(sqlite|postgres|both)$/ },
)

function runs(): StormOptions[] {
  const common = {
    bookings: Number(values.bookings),
    kills: Number(values.kills),
    seed: Number(values.seed),
  }
  const all: StormOptions[] = [
    { engine: 'sqlite', processes: 1, ...common },
    { engine: 'postgres', processes: 3, ...common },
  ]
  return all.filter(({ engine }) => values.engine === 'both' || values.engine === engine)
}

let failures = 0
for (const options of runs()) {
  const { facts, findings } = await storm(options)
  failures += findings.reduce((sum, { count }) => sum + Math.abs(count), 0)
  console.log(`\n${table(Object.entries(facts))}\n`)
  console.log(table(findings.map(({ what, count }) => [`${count === 0 ? 'ok  ' : 'FAIL'} ${what}`, count])))
  for (const { count, what, which = [] } of findings)
    if (count !== 0) for (const one of which.slice(0, 10)) console.log(`       ${what}: ${one}`)
}
console.log(failures === 0 ? '\nThe storm found nothing.' : '\nThe storm found faults.')
process.exit(failures === 0 ? 0 : 1)
