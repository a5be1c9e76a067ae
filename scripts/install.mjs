import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, pinnedNode, root, run } from './run.mjs'
import { installPackage } from './system-package.mjs'

const stamp = join(root, 'node_modules', '.installed-from')

function wanted() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
}

function isInstalled() {
  return existsSync(pinnedNode()) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()
}

/** @param {string[]} args */
function npm(args) {
  // Under `npm start` this is the very npm that the visitor typed, whatever else is on the PATH.
  const cli = process.env.npm_execpath
  return cli ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

function installDependencies() {
  // Not `npm ci`: it empties node_modules first, which must not happen to the Node that may be running this, and
  // it refuses a lock file that was written where another platform's optional packages could not be had.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  if (npm(['install', '--no-save', '--include=dev', ...quiet]) !== 0) {
    giveUp(
      'The dependencies could not be installed. npm says why above; with the network back, run this again.',
    )
  }
}

/** @returns what keeps the pinned Node from running, or undefined if it runs */
function faultOfNode() {
  const { status, stderr, error } = spawnSync(pinnedNode(), ['--version'], { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

/** Node's own builds for Linux ask for libatomic, which a small Debian, Ubuntu or Red Hat comes without. */
function ensureNodeRuns() {
  const fault = faultOfNode()
  if (fault === undefined) return
  if (fault.includes('libatomic') && installPackage('libatomic1')) {
    // What npm wanted to run on that Node has failed, and it leaves out an optional package without a word.
    installDependencies()
  }
  if (faultOfNode() === undefined) return
  console.error(fault)
  giveUp(
    fault.includes('libatomic')
      ? 'This needs the system’s library libatomic: install it (Debian, Ubuntu: libatomic1; Red Hat, Fedora: libatomic) and run this again.'
      : 'The Node that package.json names cannot run on this machine; the reason stands above.',
  )
}

/** Installs the dependencies, the pinned Node among them, unless the lock file's are there already. */
export function ensureInstalled() {
  if (isInstalled()) return
  console.log('Installing what package-lock.json names. The first time takes about a minute.')
  installDependencies()
  ensureNodeRuns()
  writeFileSync(stamp, wanted())
}
