import { immediately, type groupCommit as ours } from '../../server/db/group-commit.ts'

/** In place of writers that share commits: each has one of its own. */
export const groupCommit: typeof ours = (db, lookFirst) => async (work) => {
  lookFirst()
  return immediately(db, work)
}
