/**
 * `forget EMAIL` makes all past and cancelled appointments of a client anonymous, for a client who asks for it.
 * The times stay, so that figures stay true; name, address and telephone go, here and in the calendar.
 */
import { shop } from '../../../booking/shop.ts'
import { shownTime } from '../../../booking/shown-time.ts'
import { processConfig } from '../../config/config.ts'
import { readEnvFile } from '../../config/env-file.ts'
import { removeKeptMails } from '../../mail/transports/remove-kept-mails.ts'
import { appointmentsOfClient } from '../../storage/client-store.ts'
import { openEngine } from '../../storage/open-engine.ts'
import { createStorage } from '../../storage/storage.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ([email]) => {
  if (email === undefined) {
    console.error('Use: forget EMAIL')
    return 2
  }
  const config = processConfig(readEnvFile('.env'))
  const engine = await openEngine(config, shop.opening.capacity)
  try {
    const { clients } = createStorage(engine)
    const now = Date.now()
    const appointments = await appointmentsOfClient(engine, { email: email.trim() })
    const toCome = appointments.filter((row) => row.status === 'confirmed' && row.end_ms > now)
    if (toCome.length > 0) {
      const times = toCome.map((row) => shownTime(row.start_ms, shop)).join('; ')
      console.error(`Nothing was forgotten: this client is still expected (${times}). Cancel that first.`)
      return 1
    }
    const ids = appointments.map((row) => row.id)
    await clients.forget(ids, now)
    const mails = await removeKeptMails(config.dataDir, clients)
    console.log(`${ids.length} appointments are anonymous now, and ${mails} kept mails were removed.`)
    await clients.purge()
    console.log('Nothing of the client is left in the database.')
    console.log(
      'Entries in a calendar on a server of its own follow as soon as ours runs. Earlier backups and your mailbox may still hold the client: look there too.',
    )
    return 0
  } finally {
    await engine.close()
  }
})
