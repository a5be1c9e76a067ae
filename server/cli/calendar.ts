/**
 * What the readings of the owner's calendar have found: `calendar` or `calendar list` shows it. The owner's answer about
 * consultations that have disappeared from it with others: `calendar confirm` cancels them, `calendar put-back` has
 * their entries written again. A running server does it with its next readings.
 */

import { shop } from '../../booking/opening-hours.ts'
import { shownTime } from '../../booking/time.ts'
import { commands } from '../../copy/terminal.ts'
import { jobsOfPuttingBack } from '../appointments/follow-up-jobs.ts'
import type { CalendarNewsStore } from '../db/calendar-polls.ts'
import { openRemoteCalendar } from '../open.ts'
import { CommandError, runCommand, withKeptDatabase } from './command.ts'

const words = commands.calendar

async function list(news: CalendarNewsStore, calendar: string): Promise<void> {
  const { readAtMs, unreadable, held } = await news.find(calendar, Date.now())
  console.log(readAtMs === null ? words.neverRead : words.lastRead(shownTime(readAtMs, shop)))
  console.log(words.unreadable(unreadable))
  console.log(words.held(held.length))
  for (const { startEpochMs } of held) console.log(`    ${shownTime(startEpochMs, shop)}`)
}

async function answer(news: CalendarNewsStore, calendar: string, command: string): Promise<void> {
  switch (command) {
    case 'list':
      return list(news, calendar)
    case 'confirm':
      return console.log(words.released(await news.release(calendar)))
    case 'put-back':
      return console.log(
        words.putBack(await news.putBack(calendar, (kind) => jobsOfPuttingBack(kind, Date.now()))),
      )
    default:
      throw new CommandError(words.usage, 2)
  }
}

await runCommand({ usage: words.usage, most: 1 }, ({ words: [command = 'list'] }, config) =>
  withKeptDatabase(config, async (storage) => {
    const remote = await openRemoteCalendar(config.calendar, {
      shop,
      uidDomain: storage.uidDomain,
      now: Date.now,
    })
    if (remote) await answer(storage.calendarNews, remote.id, command)
    else console.log(words.keptHere)
  }),
)
