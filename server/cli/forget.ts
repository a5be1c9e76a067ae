/**
 * `forget EMAIL` makes all past and cancelled appointments of a client anonymous, for a client who asks for it.
 * The times stay, so that figures stay true; name, address and telephone go, here and in the calendar.
 */

import { shop } from '../../booking/opening-hours.ts'
import { shownTime } from '../../booking/time.ts'
import { normalizeField } from '../../booking/validation.ts'
import { commands } from '../../copy/terminal.ts'
import { deleteClientData } from '../appointments/client-data.ts'
import { StorageUnavailable } from '../lib/errors.ts'
import { CommandError, runCommand, withKeptDatabase } from './command.ts'

const words = commands.forget

await runCommand({ usage: words.usage, most: 1 }, async ({ words: [typed = ''] }, config) => {
  // As it was stored: a domain with letters of other scripts is written in ASCII there.
  const email = normalizeField('email', typed)
  // Those who gave no address are not one client.
  if (email === '') throw new CommandError(words.usage, 2)
  await withKeptDatabase(config, async ({ clients }) => {
    const outcome = await deleteClientData(clients, config.dataDir, { email }, Date.now())
    if (outcome.status === 'expected') {
      const times = outcome.startsMs.map((startEpochMs) => shownTime(startEpochMs, shop)).join('; ')
      throw new CommandError(words.stillExpected(times))
    }
    if (outcome.status === 'not-told') throw new CommandError(words.notTold)
    console.log(words.done(outcome.appointments, outcome.mails))
    await clients.purge().catch((error) => {
      throw error instanceof StorageUnavailable ? new CommandError(words.notPurged) : error
    })
    console.log(words.purged)
    console.log(words.elsewhere)
  })
})
