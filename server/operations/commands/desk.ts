/**
 * `desk` prints a link that opens the desk, once and for a quarter of an hour; `desk --sign-out-all` ends every session
 * and every link that was not used.
 */
import { commands } from '../../../site/copy/terminal.ts'
import { createDeskLinks, linkLastsMinutes } from '../../sessions/desk-links.ts'
import { expectDatabase, runCommand, withDatabase } from './run-command.ts'

const words = commands.desk

await runCommand(async (typed, config) => {
  if (typed.some((word) => word !== '--sign-out-all')) {
    console.error(words.usage)
    return 2
  }
  if (typed.length > 0) expectDatabase(config)
  return withDatabase(config, async ({ sessions: store }) => {
    if (typed.length > 0) {
      await store.end('global', null, Date.now())
      console.log(words.signedOut)
      return 0
    }
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const links = createDeskLinks({
      store,
      addresses: config.deskEmails,
      send: async () => {},
      publicUrl: () => publicUrl,
      now: Date.now,
    })
    console.log(await links.make())
    console.log(words.opens(linkLastsMinutes))
    return 0
  })
})
