/**
 * Leads `#shop/` to the shop's own folder instead of `demo/`, if the page was built with one. Loaded before everything
 * else: `node --import ./server/own-shop.ts`. The server reads the copy that the build checked and took, so what the
 * owner writes in `shop/` meets page, emails, and server together, with the next build.
 */
import { existsSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')
const dist = process.env.SHOP_DIST ?? join(root, 'dist.shop')
const prefix = '#shop/'
const folder = pathToFileURL(join(dist, 'shop/')).href

const isBuilt = existsSync(join(dist, 'shop'))

// `built-page.ts` reads the page from there. Tests run without this module, and so with the demonstration's.
process.env.SHOP_DIST ??= isBuilt ? dist : join(root, 'dist')
if (isBuilt) {
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier.startsWith(prefix) ? folder + specifier.slice(prefix.length) : specifier, context),
  })
}
