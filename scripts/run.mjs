import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The scripts of this folder run on whatever Node the machine has (20.19 or newer), because they are what
// installs the pinned one. Everything else runs on the pinned Node.

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Where compiled scripts of the server are kept from one start to the next. */
export const compileCache = join(root, 'node_modules', '.cache', 'server')

/**
 * How the server's Node keeps its memory small: rather collected a little more often, what is young and what has grown
 * by a fifth, than half as large again; one helping thread instead of four, and one pool of memory for all of them,
 * because each keeps what it has once used.
 */
export const frugal = {
  options: ['--max-semi-space-size=2', '--heap-growing-percent=20', '--v8-pool-size=1'],
  env: { MALLOC_ARENA_MAX: '1' },
}

/** Path of the Node that package.json pins; it exists once the dependencies are installed. */
export function pinnedNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(root, 'node_modules', 'node', 'bin', name)
}

/**
 * Ends the process with one sentence for a person.
 * @param {string} sentence
 * @returns {never}
 */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/**
 * Runs a command in the repository with its output shown.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env added to this process's own
 * @returns {number} its exit code
 */
export function run(command, args, env = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) console.error(error.message)
  if (signal === 'SIGKILL')
    console.error('The system has ended this, probably for want of memory: 1 GB is enough.')
  return status ?? 1
}

/**
 * The same for a program or TypeScript file on the pinned Node.
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export function runNode(args, env = {}) {
  return run(pinnedNode(), args, env)
}

/** Only then: whoever else starts this process may well end before it. */
const isUnderNpm = process.env.npm_lifecycle_event !== undefined
const parentPid = process.ppid
const lookForParentMs = 1000

/**
 * Acts once npm, which has started this process, is gone. Of a signal to npm nothing arrives here: npm passes it to
 * the shell in between, which dies of it.
 * @param {() => void} act
 */
export function whenOrphaned(act) {
  if (!isUnderNpm) return
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(timer)
    act()
  }, lookForParentMs).unref()
}

/**
 * Becomes the given TypeScript program on the pinned Node; signals reach it, its exit code is ours.
 * @param {string} entry path in the repository
 */
export function become(entry) {
  const args = [...frugal.options, entry]
  const env = { ...process.env, ...frugal.env, NODE_COMPILE_CACHE: compileCache }
  process.chdir(root)
  const isPinned = process.execPath.startsWith(join(root, 'node_modules'))
  // Where the platform can, in this very process, so that there are not two.
  if (isPinned && process.execve) {
    // npm is then its parent's parent, whose end it has to notice by itself.
    const parent = isUnderNpm ? [String(parentPid)] : []
    process.execve(pinnedNode(), [pinnedNode(), ...args, ...parent], env)
  }
  const child = spawn(pinnedNode(), args, { stdio: 'inherit', env })
  whenOrphaned(() => child.kill('SIGTERM'))
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal))
  child.on('exit', (code) => process.exit(code ?? 1))
}

/**
 * The path of an installed program among the given names or paths, or undefined.
 * @param {string[]} names
 */
export function whichOf(names) {
  const folders = (process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':')
  for (const name of names) {
    if (name.includes('/') || name.includes('\\')) {
      if (existsSync(name)) return name
      continue
    }
    const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
    if (found) return found
  }
  return undefined
}
