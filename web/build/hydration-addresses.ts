import type { Manifest } from 'vite'

const entry = 'web/hydration/start.ts'
/** What `start` imports, in the order of its evaluation, and what a form imports at its first touch. */
const parts = ['web/hydration/react.ts', 'web/hydration/hydrate-page.tsx', 'web/backend/calls.ts']
const polyfill = /temporal-polyfill/

function chunk(manifest: Manifest, key: string) {
  const found = manifest[key]
  if (!found) throw new Error(`The build made no script of ${key}`)
  return found
}

/** A script and everything it imports before it can run. */
function withImports(manifest: Manifest, key: string): string[] {
  const { file, imports = [] } = chunk(manifest, key)
  return [...imports.flatMap((name) => withImports(manifest, name)), file]
}

/** The addresses of what hydrates the page: what to import, and all that has to be fetched for it. */
export function hydrationAddresses(manifest: Manifest) {
  const address = (file: string) => `/${file}`
  const { file: start, dynamicImports = [] } = chunk(manifest, entry)
  const ahead = new Set([entry, ...parts].flatMap((key) => withImports(manifest, key)))
  return {
    start: address(start),
    ahead: [...ahead].map(address),
    polyfill: dynamicImports
      .filter((key) => polyfill.test(key))
      .flatMap((key) => withImports(manifest, key))
      .filter((file) => !ahead.has(file))
      .map(address),
  }
}
