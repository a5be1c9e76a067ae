import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// The .mjs scripts run on any Node from 20.19, because they install the pinned one. The rest runs on the pinned Node.

export const root = fileURLToPath(new URL('..', import.meta.url))

export function pinnedNodePath() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return join(root, 'node_modules', 'node', 'bin', name)
}

/** @param {string} message @returns {never} */
export function giveUp(message) {
  console.error(message)
  process.exit(1)
}

/** @param {string} command @param {string[]} args @param {Record<string, string>} env added to this process's own */
export function run(command, args, env = {}) {
  const options = { cwd: root, stdio: /** @type {const} */ ('inherit'), env: { ...process.env, ...env } }
  const { status, signal, error } = spawnSync(command, args, options)
  if (error) console.error(error.message)
  if (signal === 'SIGKILL')
    console.error('The system killed this command, probably for lack of memory. 1 GB is enough.')
  return status ?? 1
}

/** @param {string[]} args @param {Record<string, string>} env */
export const runNode = (args, env = {}) => run(pinnedNodePath(), args, env)

/** Returns the path of the first installed program. @param {string[]} names names or paths */
export function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names
    .flatMap((name) => (/[\\/]/.test(name) ? name : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path))
}

/**
 * Installs Debian or Ubuntu packages, if this process is root there. @returns {boolean} whether they are installed now
 * @param {string} names separated by spaces @param {string} purpose the end of "apt-get installs NAMES, ..."
 */
export function installPackage(names, purpose) {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false
  console.log(`Running as root, so apt-get installs ${names}, ${purpose}.`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names.split(' ')], env) === 0
}
