import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { ensureBuilt, hasOwnShop } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { giveUp, pinnedNodePath, root, runNode } from './run.mjs'

/** Checks types, and prints errors with the owner's file names. */
function checkTypes() {
  const tsc = ['node_modules/typescript/bin/tsc', '--noEmit', '--project', 'tsconfig.shop.json']
  const { status, stdout } = spawnSync(pinnedNodePath(), tsc, { cwd: root, encoding: 'utf8' })
  if (status !== 0) console.log(stdout.replaceAll('dist.shop/shop/', 'shop/'))
  return status === 0
}

export function checkShop() {
  console.log('\n== your shop')
  ensureBuilt(true)
  const checks = [checkTypes(), runNode(['scripts/fits-screens.ts', 'dist.shop']) === 0]
  return checks.every(Boolean)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  ensureInstalled()
  if (!hasOwnShop()) giveUp('There is no shop/. Run npm run shop to make it.')
  if (!checkShop()) process.exit(1)
  console.log('Your shop is fine.')
}
