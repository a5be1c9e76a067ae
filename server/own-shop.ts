/**
 * Points `#shop/` and `#copy/` to the build's copy of the shop's folder, so page, emails, and server change together.
 */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const dist = process.env.SHOP_DIST ?? join(root, 'dist.shop')
const prefixes = ['#shop/', '#copy/']
const folder = pathToFileURL(`${dist}/`).href
const isBuilt = existsSync(join(dist, 'shop'))

// For `built-page.ts`. Tests run without this module, so they use the demo's page.
process.env.SHOP_DIST ??= isBuilt ? dist : join(root, 'dist')
if (isBuilt) {
  registerHooks({
    resolve: (specifier, context, next) => {
      const isOwn = prefixes.some((prefix) => specifier.startsWith(prefix))
      return next(isOwn ? folder + specifier.slice(1) : specifier, context)
    },
  })
}
