/** Anonymizes all past and canceled appointments of a client. Their times stay, so reports stay accurate. */

import { commands } from '#copy/terminal.ts'
import { shop } from '../../booking/opening-hours.ts'
import { formatMoment } from '../../booking/time.ts'
import { normalizeField } from '../../booking/validation.ts'
import { deleteClientData } from '../appointments/client-data.ts'
import { StorageUnavailable } from '../lib/errors.ts'
import { removeSavedEmails } from '../mail/eml-folder.ts'
import { CommandError, runCommand, withExistingDatabase } from './command.ts'

const words = commands.forget

await runCommand({ usage: words.usage, most: 1 }, async ({ words: [typed = ''] }, config) => {
  // The database stores domains in ASCII.
  const email = normalizeField('email', typed)
  // Clients without an address aren't one client.
  if (email === '') throw new CommandError(words.usage, 2)
  await withExistingDatabase(config, async ({ clients }) => {
    const removeKept = () => removeSavedEmails(config.dataDir, clients)
    const outcome = await deleteClientData(clients, removeKept, { email }, Date.now())
    if (outcome.status === 'upcoming') {
      const times = outcome.startsMs.map((startEpochMs) => formatMoment(startEpochMs, shop)).join('; ')
      throw new CommandError(words.stillExpected(times))
    }
    if (outcome.status === 'not-notified') throw new CommandError(words.notTold)
    const isUnknown = outcome.appointments === 0 && outcome.emails === 0
    if (!isUnknown) console.log(words.done(outcome.appointments, outcome.emails))
    // Also for an unknown address: an earlier run may have failed to clear the files.
    await clients.purge().catch((error) => {
      throw error instanceof StorageUnavailable ? new CommandError(words.notPurged) : error
    })
    if (isUnknown) throw new CommandError(words.nobody(email))
    console.log(words.purged)
    console.log(words.elsewhere)
  })
})
