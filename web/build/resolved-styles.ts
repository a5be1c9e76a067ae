import type { Plugin } from 'vite'
import { resolveTheme } from './resolve-theme.ts'

/**
 * Writes the theme's values into the style sheets that scripts bring. With the names would come a rule for the root,
 * which makes the browser work out the style of every element again: as long as all else that hydration does at once.
 */
export function resolvedStyles(): Plugin {
  return {
    name: 'resolved-styles',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\.css\?inline$/ },
      handler: (code) => ({ code: resolveTheme(code, ''), map: null }),
    },
  }
}
