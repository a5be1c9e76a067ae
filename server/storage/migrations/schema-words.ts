import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../tables.ts'

/** What the two engines call differently when a table is made. */
export interface SchemaWords {
  /** The type of columns that end in `_ms`. */
  epochMs: RawBuilder<unknown>
  /** The type of a key that numbers its own rows. */
  rowNumber: RawBuilder<unknown>
  /** Stands at the end of each new table: values of another type than the column's are refused. */
  strict: RawBuilder<unknown>
}

/** What a change of the schema consists of, in order: statements, and work that is more than one. */
export type Steps = readonly (RawBuilder<unknown> | ((db: Db) => Promise<void>))[]

/** SQLite's strict tables know no bigint; their integers have 64 bits. */
export const sqliteWords: SchemaWords = {
  epochMs: sql`integer`,
  rowNumber: sql`integer`,
  strict: sql`strict`,
}

export const postgresWords: SchemaWords = {
  epochMs: sql`bigint`,
  rowNumber: sql`bigserial`,
  strict: sql``,
}
