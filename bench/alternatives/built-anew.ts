import type { compiledOnce as ours } from '../../server/storage/compiled-once.ts'

/** In place of queries that are compiled once: each is built and compiled whenever it is run. */
export const compiledOnce: typeof ours = (build) => async (db, input) =>
  (await db.executeQuery(build(db, input).compile())).rows
