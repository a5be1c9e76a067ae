import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { budgetRow, kB, type Row } from './row.ts'

const dist = join(import.meta.dirname, '../dist')
const htmlMax = 14_300
const scriptsMax = 95_000
const polyfill = /^global\.esm-/
const forSome = /^(open-session|tslib|gallery-viewer)[-.]/

/** Measures what the server sends when, in Brotli. */
export async function measureBundle(): Promise<Row[]> {
  const html = brotliCompressSync(readFileSync(join(dist, 'index.html'))).length
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js.br'))
  const sizeOf = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + statSync(join(dist, 'assets', name)).size, 0)
  const those = (pattern: RegExp) => scripts.filter((name) => pattern.test(name))
  const booking = sizeOf(scripts) - sizeOf(those(polyfill)) - sizeOf(those(forSome))
  return [
    budgetRow('HTML with its style, in the first round trip', html, htmlMax, kB),
    budgetRow('scripts after hydration and a booking', booking, scriptsMax, kB),
    { what: 'besides: only for a stored session or a gallery', ours: kB(sizeOf(those(forSome))) },
    { what: 'besides: only where the browser has no Temporal', ours: kB(sizeOf(those(polyfill))) },
  ]
}
