/** Lets the server and the owner's commands start in a fraction of the time. `docs/decisions.md` has figures. */
import { existsSync } from 'node:fs'
import { enableCompileCache, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packedLibraries } from './lib/packed-libraries.ts'

// The next start skips compiling and stripping, so it also takes less memory.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/server'))

const urls = new Map(
  packedLibraries
    .filter(({ file }) => existsSync(file))
    .map(({ name, file }) => [name, pathToFileURL(file).href]),
)

registerHooks({
  resolve: (specifier, context, next) => {
    const url = urls.get(specifier)
    return url ? { url, format: 'module', shortCircuit: true } : next(specifier, context)
  },
})
