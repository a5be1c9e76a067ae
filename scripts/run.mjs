import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The scripts in this folder run on any Node from 20.19, because they install the pinned one. Everything else runs on
// the pinned Node.

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Returns the path of the Node that package.json pins, which is there once the dependencies are installed. */
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
 * Runs a command in the repository, shows its output, and returns its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {Record<string, string>} env added to this process's own
 */
export function run(command, args, env = {}) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (error) console.error(error.message)
  if (signal === 'SIGKILL')
    console.error('The system killed this command, probably for lack of memory. 1 GB is enough.')
  return status ?? 1
}

/**
 * Runs a program or TypeScript file on the pinned Node.
 * @param {string[]} args
 * @param {Record<string, string>} env
 */
export function runNode(args, env = {}) {
  return run(pinnedNode(), args, env)
}

/**
 * Returns the path of the first installed program among these names or paths, or undefined.
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

/**
 * Installs Debian or Ubuntu packages, if this process is root there. Says so first.
 * @param {string} names separated by spaces
 * @param {string} purpose the end of "apt-get installs NAMES, ..."
 * @returns {boolean} whether they are installed now
 */
export function installPackage(names, purpose) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false
  console.log(`Running as root, so apt-get installs ${names}, ${purpose}.`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names.split(' ')], env) === 0
}
