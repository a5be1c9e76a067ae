import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { schema } from '../../server/db/migrations/0001-schema.ts'
import { dialect as postgres } from '../../server/db/postgres.ts'
import type { Tables } from '../../server/db/schema.ts'
import { dialect as sqlite } from '../../server/db/sqlite.ts'

const createDriver = () => new DummyDriver()

/** Each engine's dialect, and a compiler that runs nothing. */
const engines = {
  SQLite: {
    dialect: sqlite,
    compiler: {
      createDriver,
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  },
  PostgreSQL: {
    dialect: postgres,
    compiler: {
      createDriver,
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  },
}

/** The statements that created a database of version 0.1.0. */
export async function firstSchema(engine: keyof typeof engines): Promise<string[]> {
  const { compiler, dialect } = engines[engine]
  const statements: string[] = []
  const log = ({ query }: { query: { sql: string } }) => void statements.push(query.sql)
  await schema.up(new Kysely<Tables>({ dialect: compiler, log }), dialect)
  return statements
}
