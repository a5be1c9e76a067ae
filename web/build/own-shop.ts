import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Points `#shop/` and `#copy/` to the folders that the build made from `shop/`, as `server/own-shop.ts` does for Node.
 */
export function ownShop(): Plugin {
  const dist = process.env.SHOP_DIST
  return {
    name: 'own-shop',
    config: () =>
      dist ? { resolve: { alias: [{ find: /^#(shop|copy)\//, replacement: `${dist}/$1/` }] } } : {},
    // In HTML, an address that starts with # is a place in the page.
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) =>
        dist ? html.replaceAll('"/demo/', `"${relative(dirname(filename), join(dist, 'shop'))}/`) : html,
    },
  }
}
