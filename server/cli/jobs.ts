/** Lists pending jobs, or retries all failed ones or one of them. A running server picks that up within seconds. */

import { commands } from '#copy/terminal.ts'
import { isScheduled } from '../../booking/job-kinds.ts'
import { shop } from '../../booking/opening-hours.ts'
import { formatMoment } from '../../booking/time.ts'
import type { JobViews, UnfinishedJob } from '../db/job-views.ts'
import { alertAfterAttempts } from '../jobs/alerts.ts'
import { CommandError, runCommand, withExistingDatabase } from './command.ts'

const words = commands.jobs

function described({ id, kind, subjectId, startEpochMs, bookedAtMs, ...row }: UnfinishedJob): string {
  const tried = row.attempts === 0 ? words.notTried : words.tried(row.attempts, row.error)
  const lines = [
    words.job(id, kind, formatMoment(startEpochMs, shop)),
    bookedAtMs === null
      ? words.blockedTime(subjectId)
      : words.appointment(subjectId, formatMoment(bookedAtMs, shop)),
    `    ${tried}; ${row.hasFailed ? words.givenUp : words.nextAttempt(formatMoment(row.nextAttemptAtMs, shop))}`,
  ]
  if (row.hasFailed) lines.push(words.tryAgain(id))
  else if (row.attempts >= alertAfterAttempts) lines.push(words.keepsFailing)
  return lines.join('\n')
}

async function list(store: JobViews): Promise<void> {
  const unfinished = await store.unfinished(Date.now())
  // A reminder without an attempt waits for its day.
  const shown = unfinished.filter((row) => !isScheduled(row.kind) || row.attempts > 0)
  const waiting = unfinished.length - shown.length
  const failing = shown.filter((row) => row.attempts > 0).length
  console.log(shown.length === 0 ? words.nothing : words.count(shown.length, failing))
  if (waiting > 0) console.log(words.reminders(waiting))
  for (const row of shown) console.log(`\n${described(row)}`)
}

async function retry(store: JobViews, wanted: string | undefined): Promise<void> {
  if (wanted !== undefined && !/^\d+$/.test(wanted)) throw new CommandError(words.usage, 2)
  const count = await store.retry(Date.now(), wanted === undefined ? undefined : Number(wanted))
  console.log(count === 0 ? words.nothingToRetry : words.retried(count))
}

await runCommand({ usage: words.usage, most: 2 }, ({ words: [command = 'list', wanted] }, config) =>
  withExistingDatabase(config, async ({ jobViews }) => {
    if (command === 'retry') return retry(jobViews, wanted)
    if (command === 'list') return list(jobViews)
    throw new CommandError(words.usage, 2)
  }),
)
