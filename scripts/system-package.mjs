import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/**
 * Installs a package of Debian or Ubuntu, where this process may.
 * @param {string} name
 * @returns whether it is installed now
 */
export function installPackage(name) {
  const allowed = existsSync('/etc/debian_version') && process.getuid?.() === 0
  if (!allowed) return false
  console.log(`Installing the distribution's package ${name}.`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], env)
  return run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], env) === 0
}
