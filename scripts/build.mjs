import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from './install.mjs'
import { giveUp, root, runNode } from './run.mjs'

const ownShop = join(root, 'shop')

/**
 * Returns one hash of everything that a page is built from.
 * @param {readonly string[]} rooms
 */
function inputs(rooms) {
  const files = rooms
    .flatMap((room) => readdirSync(join(root, room), { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    // An owner may keep the shop's folder in its own repository.
    .filter((file) => !/^shop[\\/]\./.test(relative(root, file)))
  files.push(join(root, 'vite.config.ts'), join(root, 'package-lock.json'))
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

export const hasOwnShop = () => existsSync(ownShop)

/**
 * Checks shop/ and copies it, with the copy, into a folder.
 * @param {string} to
 */
export const copyShop = (to) => runNode(['scripts/read-shop.ts', 'shop', to])

/** Builds shop/ into dist.shop/ or demo/ into dist/, if files changed. Tests need the second one. */
export function ensureBuilt(isOwn = hasOwnShop()) {
  const dist = join(root, isOwn ? 'dist.shop' : 'dist')
  // Otherwise the server would keep using a shop that its owner removed.
  if (!hasOwnShop()) rmSync(join(root, 'dist.shop'), { recursive: true, force: true })
  const stamp = join(dist, '.built-from')
  const rooms = ['demo', 'copy', 'booking', 'web', ...(isOwn ? ['shop'] : [])]
  const builtFrom = inputs(rooms)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === builtFrom) return
  console.log('Building the page.')
  const next = `${dist}.next`
  rmSync(next, { recursive: true, force: true })
  const code = isOwn ? copyShop(next) : runNode(['scripts/read-shop.ts', 'demo'])
  if (code !== 0)
    giveUp(existsSync(stamp) ? 'Nothing was built. The page stays as it was.' : 'Nothing was built.')
  const args = isOwn ? ['--import', './server/own-shop.ts'] : []
  if (runNode([...args, 'web/build/main.ts'], isOwn ? { SHOP_DIST: next } : {}) !== 0)
    giveUp('Building the page failed. See the reason above.')
  writeFileSync(stamp, builtFrom)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  ensureBuilt()
}
