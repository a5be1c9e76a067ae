import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { giveUp, root, runNode } from './run.mjs'

const stamp = join(root, 'dist', '.built-from')

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Returns one hash of everything the page is built from. */
function inputs() {
  const files = ['demo', 'copy', 'booking', 'web'].flatMap((folder) => filesBelow(join(root, folder)))
  files.push(join(root, 'vite.config.ts'), join(root, 'package-lock.json'))
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Builds the page into dist/, unless it is already there and built from the same files. */
export function ensureBuilt() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs()) return
  console.log('Building the page.')
  // The program printed the reason for the owner.
  if (runNode(['scripts/read-shop.ts']) !== 0) process.exit(1)
  if (runNode(['pictures/command.ts', '--photos']) !== 0) giveUp('Preparing the owner’s photographs failed.')
  if (runNode(['web/build/main.ts']) !== 0) giveUp('Building the page failed. See the reason above.')
  // Computed after the build, because the photographs' sizes are inputs too.
  writeFileSync(stamp, inputs())
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  ensureBuilt()
}
