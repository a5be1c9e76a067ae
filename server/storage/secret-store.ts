import type { SecretStore } from '../base/secret-store.ts'
import type { Engine } from './engine.ts'

/** Secrets in the database, for processes that share no folder. */
export function secretStore({ db, write }: Engine): SecretStore {
  const find = (name: string) =>
    db.selectFrom('secrets').select('secret').where('name', '=', name).executeTakeFirst()
  return {
    async keep(name, make) {
      const known = await find(name)
      if (known) return known.secret
      const row = { name, secret: await make() }
      // Another process may have made it since we looked; then that one is kept.
      await write((transaction) =>
        transaction
          .insertInto('secrets')
          .values(row)
          .onConflict((conflict) => conflict.column('name').doNothing())
          .execute(),
      )
      return (await find(name))?.secret ?? row.secret
    },
  }
}
