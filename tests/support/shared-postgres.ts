import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers each POST with the address of an empty database, and at /migrated of one with the tables of this version. */
    newDatabaseAt: string
  }
}

/** One PostgreSQL for all test files of a run, with a database for each test, started when a test first asks for one. */
export default async function sharePostgres(project: TestProject) {
  let postgres: Promise<PostgresServer> | undefined
  const databases = createServer(async (_request, response) => {
    // Each server that a test starts opens some, and all files share them.
    postgres ??= startPostgres({ max_connections: '500' })
    try {
      response.end(await (await postgres).createDatabase())
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
