/** Lists what syncing the owner's calendar found. A running server confirms or puts back events with its next sync. */

import { commands } from '#copy/terminal.ts'
import { shop } from '../../booking/opening-hours.ts'
import { formatMoment } from '../../booking/time.ts'
import { jobsForPuttingBack } from '../appointments/follow-up-jobs.ts'
import type { PollStore } from '../db/calendar-polls.ts'
import { openRemoteCalendar } from '../open.ts'
import { CommandError, runCommand, withExistingDatabase } from './command.ts'

const words = commands.calendar

async function list(polls: PollStore, calendar: string): Promise<void> {
  const { polledAtMs, unreadable, onHold } = await polls.findings(calendar, Date.now())
  console.log(polledAtMs === null ? words.neverRead : words.lastRead(formatMoment(polledAtMs, shop)))
  console.log(words.unreadable(unreadable))
  console.log(words.held(onHold.length))
  for (const { startEpochMs } of onHold) console.log(`    ${formatMoment(startEpochMs, shop)}`)
}

async function answer(polls: PollStore, calendar: string, command: string): Promise<void> {
  switch (command) {
    case 'list':
      return list(polls, calendar)
    case 'confirm':
      return console.log(words.released(await polls.confirm(calendar)))
    case 'put-back':
      return console.log(
        words.putBack(await polls.putBack(calendar, (kind) => jobsForPuttingBack(kind, Date.now()))),
      )
    default:
      throw new CommandError(words.usage, 2)
  }
}

await runCommand({ usage: words.usage, most: 1 }, ({ words: [command = 'list'] }, config) =>
  withExistingDatabase(config, async (storage) => {
    const remote = await openRemoteCalendar(config.calendar, {
      shop,
      uidDomain: storage.uidDomain,
      now: Date.now,
    })
    if (remote) await answer(storage.polls, remote.id, command)
    else console.log(words.keptHere)
  }),
)
