import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../server/config.ts'
import { openDatabase } from '../../server/open.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers each POST with the address of an empty database, and at /migrated of one with the tables of this version. */
    newDatabaseAt: string
  }
}

/** @returns the path of a database to copy: to make its tables takes longer than most tests. */
async function createMigrated(postgres: PostgresServer): Promise<string> {
  const url = await postgres.createDatabase()
  const engine = await openDatabase(readConfig({ DATABASE_URL: url }), { upgrades: true })
  await engine.close()
  return new URL(url).pathname
}

/**
 * One PostgreSQL for all test files of a run, with a database for each test, started when the first test asks for one.
 */
export default async function sharePostgres(project: TestProject) {
  let postgres: Promise<PostgresServer> | undefined
  let migrated: Promise<string> | undefined
  const databases = createServer(async ({ url }, response) => {
    // Each server in a test opens some, and all files share them.
    postgres ??= startPostgres({ max_connections: '500' })
    try {
      const server = await postgres
      if (url === '/migrated') migrated ??= createMigrated(server)
      response.end(await server.createDatabase(url === '/migrated' ? await migrated : undefined))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  databases.listen(0, '127.0.0.1')
  await once(databases, 'listening')
  project.provide('newDatabaseAt', `http://127.0.0.1:${(databases.address() as AddressInfo).port}`)

  return async () => {
    databases.closeAllConnections()
    databases.close()
    await (await postgres)?.remove()
  }
}
