import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import type { Db } from './tables.ts'

/** Stands in a query for a value that each run brings. */
class Parameter {
  readonly of: (input: never) => unknown

  constructor(of: (input: never) => unknown) {
    this.of = of
  }
}

/**
 * A query that is built and compiled once for each database, and then only run: for the few that every booking makes,
 * building them anew takes longer than the database takes to answer.
 *
 * @param build - makes the query; `value` puts in its place what each run finds in its input
 */
export function compiledOnce<Input, Row>(
  build: (db: Db, value: <Value>(of: (input: Input) => Value) => Value) => Compilable<Row>,
) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  // A value that is never looked at before it has been replaced.
  const placeFor = <Value>(of: (input: Input) => Value) => new Parameter(of) as Value

  return async (db: Db, input: Input): Promise<Row[]> => {
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, placeFor).compile()
    compiled.set(adapter, query)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Parameter ? parameter.of(input as never) : parameter,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
