/**
 * Loaded before a server (`node --import`): it runs with another module in the place of one of its own. `REPLACED` is
 * the end of that one's address, `REPLACEMENT` the name of the other in this folder.
 */
import { registerHooks } from 'node:module'

const { REPLACED = '', REPLACEMENT = '' } = process.env

registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context)
    return resolved.url.endsWith(REPLACED)
      ? { ...resolved, url: new URL(REPLACEMENT, import.meta.url).href }
      : resolved
  },
})
