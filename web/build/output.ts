import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { ownShop } from './own-shop.ts'

/**
 * Bundles one module into a script without imports.
 * @param values - replace free names in the module
 */
export async function bundleInlineScript(
  root: string,
  entry: string,
  values: Record<string, unknown>,
): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [ownShop()],
    define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        external: /^\/assets\//,
        treeshake: {
          moduleSideEffects: [{ test: /\/(demo|dist\.shop(\.next)?\/shop|copy)\//, sideEffects: false }],
        },
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const code = output && 'output' in output ? output.output[0].code : undefined
  if (!code) throw new Error(`${entry} gave no script`)
  return code.trim()
}

/** Returns the hash that lets the Content Security Policy allow an inline text: `sha256-…`, without quotes. */
export function contentSecurityHashes(scripts: readonly string[], styles: readonly string[]) {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
  return { scriptHashes: scripts.map(hash), styleHashes: styles.map(hash) }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

export async function compressAssets(dist: string): Promise<void> {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|svg|json)$/.test(entry.name) && entry.name !== 'csp.json')
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file)
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      writeFileSync(`${file}.br`, await brotli(content, { params }))
      writeFileSync(`${file}.gz`, await gzipped(content, { level: constants.Z_BEST_COMPRESSION }))
    }),
  )
}

const entry = 'web/page/hydration/start.ts'

/** The imports of `start`, in order, and those of a form, on its first touch. */
const parts = ['web/page/hydration/react.ts', 'web/page/hydration/hydrate.tsx', 'web/page/api.ts']
const polyfill = /temporal-polyfill/

function chunk(manifest: Manifest, key: string) {
  const found = manifest[key]
  if (!found) throw new Error(`The build made no script of ${key}`)
  return found
}

function withImports(manifest: Manifest, key: string): string[] {
  const { file, imports = [] } = chunk(manifest, key)
  return [...imports.flatMap((name) => withImports(manifest, name)), file]
}

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
