import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import { translateFault } from './faults.ts'

/** More than the server has queries; a list of ids of each length makes one. */
const statementsMax = 200

function translated<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw translateFault(error)
  }
}

/** Kysely hands over what the queries hold; SQLite itself refuses what it cannot store. */
const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[]

function toKysely(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => translated(() => statement.all(...values(parameters))),
    run: (parameters) => translated(() => statement.run(...values(parameters))),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

/** The platform's SQLite as Kysely's dialect wants it, each statement prepared once. */
export function cachedStatements(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(sql) {
      const statement = statements.getOrInsertComputed(sql, () =>
        toKysely(translated(() => database.prepare(sql))),
      )
      if (statements.size > statementsMax) statements.delete(statements.keys().next().value ?? sql)
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}
