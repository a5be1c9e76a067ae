import type { Compilable, CompiledQuery, DialectAdapter, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands in a query for a value that each run brings. */
class Parameter {
  readonly name: PropertyKey

  constructor(name: PropertyKey) {
    this.name = name
  }
}

/**
 * A query that is built and compiled once for each database, and then only run: for the few that every booking makes,
 * building them anew takes as long as the database takes to answer.
 *
 * @param build - makes the query; `value` names what each run brings in that place
 */
export function compiledOnce<Values extends object, Row>(
  build: (
    db: Kysely<Tables>,
    value: <Name extends keyof Values>(name: Name) => Values[Name],
  ) => Compilable<Row>,
) {
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  // A value that is never looked at before it has been replaced.
  const placeFor = <Name extends keyof Values>(name: Name) => new Parameter(name) as Values[Name]

  return async (db: Kysely<Tables>, values: Values): Promise<Row[]> => {
    const { adapter } = db.getExecutor()
    const query = compiled.get(adapter) ?? build(db, placeFor).compile()
    compiled.set(adapter, query)
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Parameter ? values[parameter.name as keyof Values] : parameter,
    )
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
