import type { groupCommit as ours } from '../../server/storage/sqlite/group-commit.ts'
import { immediately } from '../../server/storage/sqlite/immediately.ts'

/** In place of writers that share commits: each has one of its own. */
export const groupCommit: typeof ours = (db, lookFirst) => async (work) => {
  lookFirst()
  return immediately(db, work)
}
