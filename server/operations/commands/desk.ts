/**
 * `desk` prints a link that opens the desk, once and for a quarter of an hour; `desk --sign-out-all` ends every session
 * and every link that was not used.
 */
import { createDeskLinks, linkLastsMinutes } from '../../sessions/desk-links.ts'
import { runCommand, withDatabase } from './run-command.ts'

await runCommand(async (words, config) => {
  if (words.some((word) => word !== '--sign-out-all')) {
    console.error('Use: desk, or desk --sign-out-all')
    return 2
  }
  return withDatabase(config, async ({ sessions: store }) => {
    if (words.length > 0) {
      await store.end('global', null, Date.now())
      console.log('Nobody is signed in at the desk any more, and links that were not used open nothing.')
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
    console.log(`It opens the desk once, within ${linkLastsMinutes} minutes.`)
    return 0
  })
})
