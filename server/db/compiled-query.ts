import { type Compilable, type CompiledQuery, type DialectAdapter, type RawBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

class Placeholder {
  readonly of: (input: never) => unknown

  constructor(read: (input: never) => unknown) {
    this.of = read
  }
}

function withPlaceholders(input: unknown, read: (input: never) => unknown = (whole) => whole): unknown {
  if (typeof input !== 'object' || input === null) return new Placeholder(read)
  const entries = Object.entries(input).map(([key, value]) => [
    key,
    withPlaceholders(value, (whole) => (read(whole) as Record<string, unknown>)[key]),
  ])
  return Array.isArray(input) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/**
 * Compiles a query once per database: for the few queries of a booking, building takes longer than running.
 * @param build - may insert input values, but not read them. All inputs have the same keys and list lengths
 */
export function compileQuery<Input, Row>(build: (db: Db, input: Input) => Compilable<Row> | RawBuilder<Row>) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return async (db: Db, input: Input): Promise<Row[]> => {
    const { adapter } = db.getExecutor()
    const query = compiled.getOrInsertComputed(adapter, () =>
      build(db, withPlaceholders(input) as Input).compile(db),
    )
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.of(input as never) : parameter,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** A limit as a literal: with a parameter, SQLite would plan the query again for each number. */
export const oneRow = sql.lit(1)
/** A statement can have at least 32,766 bound variables. This many values, or rows of any table, are fewer. */
const valuesMax = 500

export async function runInBatches<Value, Row>(
  values: readonly Value[],
  query: (batch: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let at = 0; at < values.length; at += valuesMax) {
    found.push(...(await query(values.slice(at, at + valuesMax))))
  }
  return found
}
