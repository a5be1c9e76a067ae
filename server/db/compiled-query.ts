import { type Compilable, type CompiledQuery, type DialectAdapter, sql } from 'kysely'
import type { Db } from './schema.ts'

/** Stands in a query for a value that each run brings. */
class Placeholder {
  readonly of: (input: never) => unknown

  constructor(of: (input: never) => unknown) {
    this.of = of
  }
}

/** The input with placeholders for its values. */
function withPlaceholders(input: unknown, of: (input: never) => unknown = (whole) => whole): unknown {
  if (typeof input !== 'object' || input === null) return new Placeholder(of)
  const entries = Object.entries(input).map(([key, value]) => [
    key,
    withPlaceholders(value, (whole) => (of(whole) as Record<string, unknown>)[key]),
  ])
  return Array.isArray(input) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/**
 * A query that is built and compiled once for each database, and then only run: for the few that every booking makes,
 * building them anew takes longer than the database takes to answer.
 *
 * @param build - makes the query; it may place the values of its input in it, and never looks at them. All inputs have
 *   the same names, and lists of the same length.
 */
export function compiledQuery<Input, Row>(build: (db: Db, input: Input) => Compilable<Row>) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return async (db: Db, input: Input): Promise<Row[]> => {
    const { adapter } = db.getExecutor()
    const query = compiled.getOrInsertComputed(adapter, () =>
      build(db, withPlaceholders(input) as Input).compile(),
    )
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? parameter.of(input as never) : parameter,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/**
 * The limit of a query, written out: with a parameter in its place SQLite would plan the query anew each time, as the
 * best plan depends on the number.
 */
export const oneRow = sql.lit(1)
/** One statement takes 32,766 bound variables at least: this many values, or rows of any table, stay below that. */
const valuesMost = 500

/** The rows that a query finds for each of many values. */
export async function forAll<Value, Row>(
  values: readonly Value[],
  query: (some: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let at = 0; at < values.length; at += valuesMost) {
    found.push(...(await query(values.slice(at, at + valuesMost))))
  }
  return found
}
