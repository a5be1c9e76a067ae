import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, type Manifest } from 'vite'
import { hydrationAddresses } from '../web/build/output.ts'
import { allowed, kB, type Row } from './row.ts'

const root = join(import.meta.dirname, '..')
const htmlMost = 14_300
const scriptsMost = 95_000

interface BuiltScript {
  file: string
  /** Compressed as the server sends it. */
  brotliBytes: number
}

const sizeOf = (scripts: readonly BuiltScript[]) => scripts.reduce((sum, one) => sum + one.brotliBytes, 0)

/** Builds the page's scripts in memory. */
async function buildScripts(): Promise<{ scripts: BuiltScript[]; manifest: Manifest }> {
  const result = await build({ root, logLevel: 'warn', build: { write: false } })
  const [first] = Array.isArray(result) ? result : [result]
  if (!first || !('output' in first)) throw new Error('The build has no output.')
  const scripts: BuiltScript[] = []
  let manifest: Manifest = {}
  for (const made of first.output) {
    if (made.type === 'chunk') {
      const brotliBytes = brotliCompressSync(made.code).length
      scripts.push({ file: made.fileName, brotliBytes })
    } else if (made.fileName === '.vite/manifest.json') {
      manifest = JSON.parse(String(made.source))
    }
  }
  return { scripts, manifest }
}

/** Measures what the server sends when, in Brotli. */
export async function measureBundle(): Promise<Row[]> {
  const html = readFileSync(join(root, 'dist/index.html'), 'utf8')
  const { scripts, manifest } = await buildScripts()
  const { start, ahead, polyfill } = hydrationAddresses(manifest)
  const among = (addresses: readonly string[]) => scripts.filter(({ file }) => addresses.includes(`/${file}`))
  const booking = among([start, ...ahead])
  const others = scripts.filter((script) => !booking.includes(script) && !among(polyfill).includes(script))
  const stated = (what: string, bytes: number): Row => ({ what, ours: kB(bytes) })
  return [
    allowed('HTML with its style, in the first round trip', brotliCompressSync(html).length, htmlMost, kB),
    allowed('scripts after hydration and a booking', sizeOf(booking), scriptsMost, kB),
    stated('besides: only for some visitors (stored session, link in an email)', sizeOf(others)),
    stated('besides: only where the browser has no Temporal', sizeOf(among(polyfill))),
  ]
}
