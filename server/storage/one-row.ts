import { sql } from 'kysely'

/**
 * The limit of a query, written out: with a parameter in its place SQLite would plan the query anew each time, as the
 * best plan depends on the number.
 */
export const oneRow = sql.lit(1)
