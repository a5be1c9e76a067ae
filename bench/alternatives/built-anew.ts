import type { compiledQuery } from '../../server/db/compiled-query.ts'

/** In place of queries that are compiled once: each is built and compiled whenever it is run. */
export const compiledOnce: typeof compiledQuery = (build) => async (db, input) =>
  (await db.executeQuery(build(db, input).compile())).rows
