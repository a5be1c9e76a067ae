/**
 * `forget EMAIL` makes all past and cancelled appointments of a client anonymous, for a client who asks for it.
 * The times stay, so that figures stay true; name, address and telephone go, here and in the calendar.
 */
import { shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { forgetClient } from '../../retention/forget-client.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand(async ([email], config) => {
  if (email === undefined) {
    console.error('Use: forget EMAIL')
    return 2
  }
  return withDatabase(config, async ({ clients }) => {
    const client = { email: email.trim() }
    const { forgotten, mails, stillToComeMs } = await forgetClient(
      clients,
      config.dataDir,
      client,
      Date.now(),
    )
    if (stillToComeMs.length > 0) {
      const times = stillToComeMs.map((startEpochMs) => shownTime(startEpochMs, shop)).join('; ')
      console.error(`Nothing was forgotten: this client is still expected (${times}). Cancel that first.`)
      return 1
    }
    console.log(`${forgotten} appointments are anonymous now, and ${mails} kept mails were removed.`)
    await clients.purge()
    console.log('Nothing of the client is left in the database.')
    console.log(
      'Entries in a calendar on a server of its own follow as soon as ours runs. Earlier backups and your mailbox may still hold the client: look there too.',
    )
    return 0
  })
})
