/**
 * What is still owed for appointments: `outbox` or `outbox list` shows it, `outbox retry` tries everything that has
 * failed again at once, `outbox retry <id>` one of them. A running server picks it up within seconds.
 */
import { shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { type OwedFollowUp, type OwedStore, stuckAfterAttempts } from '../../follow-ups/owed-store.ts'
import { runCommand, withDatabase } from './run-command.ts'

const usage = 'Use: outbox [list], outbox retry, or outbox retry <id>.'

function described({ id, kind, subjectId, startEpochMs, bookedAtMs, ...row }: OwedFollowUp): string {
  const tried = row.attempts === 0 ? 'not tried yet' : `tried ${row.attempts} times, last error: ${row.fault}`
  const lines = [
    `${id}  ${kind}  for ${shownTime(startEpochMs, shop)}`,
    bookedAtMs === null
      ? `    closed time ${subjectId}`
      : `    appointment ${subjectId}, booked ${shownTime(bookedAtMs, shop)}`,
    `    ${tried}; ${row.isGivenUp ? 'given up' : `next attempt ${shownTime(row.nextAttemptAtMs, shop)}`}`,
  ]
  if (row.isGivenUp) lines.push(`    GIVEN UP: "npm run outbox -- retry ${id}" tries it again`)
  else if (row.attempts >= stuckAfterAttempts)
    lines.push('    KEEPS FAILING: "npm run doctor" says what is wrong')
  return lines.join('\n')
}

async function list(store: OwedStore): Promise<void> {
  const undone = await store.owed(Date.now())
  // A reminder that nobody has tried yet is no sign of trouble: it waits for its day.
  const owed = undone.filter((row) => row.kind !== 'client-reminder' || row.attempts > 0)
  const waiting = undone.length - owed.length
  const failing = owed.filter((row) => row.attempts > 0).length
  console.log(
    owed.length === 0
      ? 'Nothing is owed: every calendar entry is made and every mail is sent.'
      : `${owed.length} owed, ${failing} of them tried before without success.`,
  )
  if (waiting > 0) console.log(`Reminders that wait for their day: ${waiting}.`)
  for (const row of owed) console.log(`\n${described(row)}`)
}

async function retry(store: OwedStore, wanted: string | undefined): Promise<number> {
  if (wanted !== undefined && !/^\d+$/.test(wanted)) {
    console.error(usage)
    return 2
  }
  const count = await store.retry(Date.now(), wanted === undefined ? undefined : Number(wanted))
  console.log(
    count === 0
      ? 'Nothing to try again: nothing has failed, or an attempt is under way.'
      : `${count} will be tried again at once, if the server runs.`,
  )
  return 0
}

await runCommand(([command = 'list', wanted], config) =>
  withDatabase(config, async ({ owed }) => {
    if (command === 'retry') return retry(owed, wanted)
    if (command === 'list') {
      await list(owed)
      return 0
    }
    console.error(usage)
    return 2
  }),
)
