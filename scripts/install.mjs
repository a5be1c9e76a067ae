import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, installPackage, pinnedNodePath, root, run } from './run.mjs'

const stamp = join(root, 'node_modules', '.installed-from')

function installDependencies() {
  // `npm ci` would empty node_modules first, and the Node that runs this script may be in there.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  // Under `npm start` this is the npm that the user typed, not the first one on the PATH.
  const cli = process.env.npm_execpath
  if ((cli ? run(process.execPath, [cli, ...args]) : run('npm', args)) === 0) return
  giveUp(
    'Installing the dependencies failed. See npm’s message above, check the network, and run this again.',
  )
}

function errorOfNode() {
  const { status, stderr, error } = spawnSync(pinnedNodePath(), ['--version'], { encoding: 'utf8' })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

/** Node's Linux builds need libatomic, which a minimal Debian or Red Hat lacks. */
function ensureNodeRuns() {
  const error = errorOfNode()
  if (error === undefined) return
  if (error.includes('libatomic') && installPackage('libatomic1', 'the library that Node needs')) {
    // npm silently left out packages whose install script needed that Node.
    installDependencies()
  }
  if (errorOfNode() === undefined) return
  if (!existsSync(pinnedNodePath())) {
    giveUp(
      'npm left out Node, as it does with ignore-scripts=true. Delete node_modules, run `npm install --ignore-scripts=false`, and run this again.',
    )
  }
  console.error(error)
  giveUp(
    error.includes('libatomic')
      ? 'Node needs the system library libatomic. Install it (Debian, Ubuntu: libatomic1; Red Hat, Fedora: libatomic) and run this again.'
      : 'The Node that package.json names can’t run on this machine. See the reason above.',
  )
}

export function ensureInstalled() {
  // In URLs, which Node and Vite make of paths, these two end the path.
  if (/[#?]/.test(root)) giveUp(`Move this folder: its path (${root}) contains a “#” or “?”.`)
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (existsSync(pinnedNodePath()) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the packages in package-lock.json. The first time takes about a minute.')
  installDependencies()
  ensureNodeRuns()
  writeFileSync(stamp, wanted)
}
