/** Prints a sign-in link for the desk, or ends every session and unused link. */
import { commands } from '#copy/terminal.ts'
import { createSignInLinks, linkLastsMinutes } from '../auth/sign-in-links.ts'
import { expectDatabase, runCommand, withDatabase } from './command.ts'

const words = commands.desk

const signOutAll = 'sign-out-all'

await runCommand({ usage: words.usage, options: [signOutAll] }, async ({ options }, config) => {
  const signsOut = options.has(signOutAll)
  if (signsOut) expectDatabase(config)
  await withDatabase(config, async ({ sessions: store }) => {
    if (signsOut) {
      await store.end('global', null, Date.now())
      return console.log(words.signedOut)
    }
    const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`
    const links = createSignInLinks({
      store,
      addresses: config.deskEmails,
      send: async () => {},
      publicUrl: () => publicUrl,
      now: Date.now,
    })
    console.log(await links.make())
    console.log(words.opens(linkLastsMinutes))
  })
})
